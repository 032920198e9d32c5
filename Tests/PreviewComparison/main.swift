import Glibc
import MediaTypes
import PreviewCore
import PreviewGLES

// Compares the GPU of this machine with the reference: prints the worst differences by format and
// transition, and ends with 1 when one is out of tolerance, 2 when there is no GPU to compare
// or a word is not known.
//
// With `--device`, EGL's devices are used instead of Mesa's surfaceless platform. With `--dmabuf`, frames
// lie in memory that is shared between devices, and each has to be shown without an upload (else 1): the
// kernel's, or where it has none for programs, textures that the graphics driver exports; `--export` takes
// the latter in any case. 3 when this machine has no such memory or its driver does not take it. With
// `--full` the product of all formats, colours, geometries and sizes is compared. Other words are the
// names of formats, in place of all.

/// A word that names no format: compared with nothing, everything would be right.
struct UnknownFormat: Error, CustomStringConvertible {
  let name: String

  var description: String {
    let formats = ComparisonCase.formats.map(\.description).joined(separator: ", ")
    return "\(name) is no format. Give one of: \(formats)."
  }
}

/// What the words on the command line ask for.
struct Wish {
  let isDevice: Bool
  let isFull: Bool
  /// nil for frames that are uploaded.
  let memory: [SharedDrawing.Source]?
  let formats: [PixelFormat]

  init(_ words: [String]) throws {
    isDevice = words.contains("--device")
    isFull = words.contains("--full")
    let isExported = words.contains("--export")
    let isShared = isExported || words.contains("--dmabuf")
    memory = isShared ? (isExported ? [.driver] : [.kernel, .driver]) : nil
    let names = words.dropFirst().filter { !$0.hasPrefix("--") }
    if let name = names.first(where: { name in
      !ComparisonCase.formats.contains { $0.description == name }
    }) {
      throw UnknownFormat(name: name)
    }
    // Three bytes a pixel are never shown from shared memory.
    formats = ComparisonCase.formats.filter { format in
      (names.isEmpty || names.contains(format.description)) && !(isShared && format == .rgb24)
    }
  }

  /// Where a frame's bytes lie says nothing of geometry, and shared memory is tried on slow machines
  /// too: a few scenes of each format do.
  func cases(_ format: PixelFormat) throws -> [ComparisonCase] {
    let cases = try ComparisonCase.all(format, isFull ? .full : .brief)
    return memory == nil ? cases : Array(cases.prefix(4))
  }
}

do {
  let wish = try Wish(CommandLine.arguments)
  let gpu = try HeadlessGLES(
    size: ComparisonCase.viewport, platform: wish.isDevice ? .device : .automatic)
  print("Comparing \(gpu.deviceName) with the reference.")
  var table = ComparisonTable()
  let sharing = wish.memory.map { SharedDrawing(gpu, $0) }
  for format in wish.formats {
    try table.compare(try wish.cases(format)) { scene in
      guard let sharing else { return try gpu.draw(scene) }
      if let image = try sharing.draw(scene) { return image }
      print("No memory that can be shared: \(sharing.refusals.joined(separator: "; ")).")
      exit(3)
    }
  }
  print(table.text)
  for failure in table.failures { print("FAILED \(failure)") }
  print("\(table.count) scenes, \(table.failures.count) out of tolerance")
  if let sharing {
    let memory = sharing.source?.rawValue ?? "no memory"
    print("\(gpu.counts.imports) imports from \(memory), \(gpu.counts.uploads) uploads")
  }
  let isRight = table.failures.isEmpty && !(sharing != nil && gpu.counts.uploads > 0)
  exit(isRight ? 0 : 1)
} catch {
  print("error: \(error)")
  exit(2)
}
