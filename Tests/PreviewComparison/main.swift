import Glibc
import PreviewCore
import PreviewGLES

// Compares the GPU of this machine with the reference: prints the worst differences by format and
// transition, and ends with 1 when one is out of tolerance, 2 when there is no GPU to compare.
//
// With `--device`, EGL's devices are used instead of Mesa's surfaceless platform.

do {
  let platform: HeadlessGLES.Platform =
    CommandLine.arguments.contains("--device") ? .device : .automatic
  let gpu = try HeadlessGLES(size: ComparisonCase.viewport, platform: platform)
  print("Comparing \(gpu.deviceName) with the reference.")
  var table = ComparisonTable()
  for format in ComparisonCase.formats {
    try table.compare(ComparisonCase.colors(format), draw: gpu.draw)
    try table.compare(ComparisonCase.geometries(format), draw: gpu.draw)
  }
  print(table.text)
  for failure in table.failures { print("FAILED \(failure)") }
  print("\(table.count) scenes, \(table.failures.count) out of tolerance")
  exit(table.failures.isEmpty ? 0 : 1)
} catch {
  print("error: \(error)")
  exit(2)
}
