// What a recording costs beside the encoder, in time of the processor and in instructions:
// raw pictures of the canvas's size into H.264, against the same pictures in the same encoder alone;
// and a camera's JPEG pictures passed through, as a share of one core.
// Usage: RecordBench FOLDER time|count THRESHOLDS
// Exit status 1 when something is above its threshold, or it is unclear whether it is.
import Glibc
import MediaTypes
import RecordCore
import RecordFFmpeg

let arguments = CommandLine.arguments
do {
  if arguments.count == 6, arguments[2] == "--work" {
    try InstructionCount.work(arguments)
    exit(0)
  }
  guard arguments.count == 4, ["time", "count"].contains(arguments[2]) else {
    print("usage: RecordBench FOLDER time|count THRESHOLDS")
    exit(2)
  }
  let thresholds = try Thresholds(path: arguments[3])
  var faults: [String] = []
  let report = { (measurement: Measurement) in
    print(measurement.text)
    if let fault = thresholds.fault(of: measurement) { faults.append(fault) }
  }
  if arguments[2] == "time" {
    try RecordBench(folder: arguments[1], thresholds: thresholds).run(report)
  } else {
    try InstructionCount(folder: arguments[1]).run(report)
  }
  for fault in faults { print("FAIL: \(fault)") }
  exit(faults.isEmpty ? 0 : 1)
} catch {
  print("error: \(error)")
  exit(1)
}
