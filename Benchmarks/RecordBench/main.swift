// What a recording costs beside the encoder, in user time of the processor:
// raw pictures of the canvas's size into H.264, against the same pictures in the same encoder alone;
// and a camera's JPEG pictures passed through, as a share of one core.
// Usage: RecordBench FOLDER [THRESHOLDS]   exit status 1 when a threshold is passed
import Glibc
import MediaTypes
import RecordCore
import RecordFFmpeg

guard CommandLine.arguments.count >= 2 else {
  print("usage: RecordBench FOLDER [THRESHOLDS]")
  exit(2)
}
do {
  let bench = RecordBench(folder: CommandLine.arguments[1])
  let results = try bench.run()
  for result in results { print(result.text) }
  guard CommandLine.arguments.count > 2 else { exit(0) }
  let thresholds = try Thresholds(path: CommandLine.arguments[2])
  let faults = results.compactMap { thresholds.fault(of: $0) }
  for fault in faults { print("FAIL: \(fault)") }
  exit(faults.isEmpty ? 0 : 1)
} catch {
  print("error: \(error)")
  exit(1)
}
