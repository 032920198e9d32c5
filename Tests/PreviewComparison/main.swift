import Glibc
import MediaTypes
import PreviewCore
import PreviewGLES

// Compares the GPU of this machine with the reference: prints the worst differences by format and
// transition, and ends with 1 when one is out of tolerance, 2 when there is no GPU to compare.
//
// With `--device`, EGL's devices are used instead of Mesa's surfaceless platform. With `--dmabuf`, frames
// lie in memory that the kernel shares, and each has to be shown without an upload; 3 when this machine
// has no such memory or its driver does not take it. With `--full`
// the product of all formats, colours, geometries and sizes is compared. Other words are the names of
// formats, in place of all.

/// Draws scenes with their frames in shared memory.
final class SharedDrawing {
  let gpu: HeadlessGLES
  private var identity: UInt64 = 0

  init(_ gpu: HeadlessGLES) { self.gpu = gpu }

  func draw(_ scene: Scene) throws -> RenderedImage {
    guard gpu.importsSharedMemory, let shared = try scene.inSharedMemory(&identity) else {
      print("No memory that can be shared, or a driver that does not take it.")
      exit(3)
    }
    return try gpu.draw(shared)
  }
}

do {
  let words = CommandLine.arguments
  let isShared = words.contains("--dmabuf")
  let names = words.dropFirst().filter { !$0.hasPrefix("--") }
  let formats = ComparisonCase.formats.filter { names.isEmpty || names.contains($0.description) }
  let gpu = try HeadlessGLES(
    size: ComparisonCase.viewport, platform: words.contains("--device") ? .device : .automatic)
  print("Comparing \(gpu.deviceName) with the reference.")
  var table = ComparisonTable()
  let drawing = SharedDrawing(gpu)
  let draw = { (scene: Scene) in isShared ? try drawing.draw(scene) : try gpu.draw(scene) }
  // Neither three bytes a pixel nor words are shown from shared memory. Where a frame's bytes lie says
  // nothing of geometry, and shared memory is tried on slow machines too: a few scenes of each do.
  for format in formats
  where !isShared || (format != .rgb24 && format.bytesPerComponent == 1) {
    let cases = try ComparisonCase.all(format, words.contains("--full") ? .full : .brief)
    try table.compare(isShared ? Array(cases.prefix(4)) : cases, draw: draw)
  }
  print(table.text)
  for failure in table.failures { print("FAILED \(failure)") }
  print("\(table.count) scenes, \(table.failures.count) out of tolerance")
  if isShared { print("\(gpu.counts.imports) imports, \(gpu.counts.uploads) uploads") }
  let isRight = table.failures.isEmpty && !(isShared && gpu.counts.uploads > 0)
  exit(isRight ? 0 : 1)
} catch {
  print("error: \(error)")
  exit(2)
}
