import Foundation

/// One deliberate mistake in a copy of a module, and the words by which the compiler must find it.
struct Mistake: CustomStringConvertible, Sendable {
  let description: String
  let module: String
  let file: String
  let right: String
  let wrong: String
  let complaint: String

  /// Copies a module into a folder, with mistakes in it.
  static func make(_ mistakes: [Mistake], in module: String, folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let copy = folder.appending(path: module)
    try FileManager.default.copyItem(
      at: SourceCheck.root.appending(path: "Sources/\(module)"), to: copy)
    for mistake in mistakes {
      let path = copy.appending(path: mistake.file)
      let text = try String(contentsOf: path, encoding: .utf8)
      guard text.contains(mistake.right) else {
        throw CocoaError(
          .fileReadCorruptFile, userInfo: ["missing": mistake.right, "file": mistake.file])
      }
      try text.replacingOccurrences(of: mistake.right, with: mistake.wrong)
        .write(to: path, atomically: true, encoding: .utf8)
    }
  }

  /// Whether the compiler finds it, in its file and with its words: no other mistake has both.
  func isFound(in output: String) -> Bool {
    output.split(separator: "\n").contains { line in
      line.contains("/\(module)/\(file):") && line.contains("error: ") && line.contains(complaint)
    }
  }

  static let all: [Mistake] = [
    Mistake(
      description: "a wrong label", module: "AppleMedia", file: "MediaTime+CoreMedia.swift",
      right: "from: $0, to: host", wrong: "of: $0, to: host", complaint: "argument label"),
    Mistake(
      description: "a function that does not exist", module: "AppleMedia",
      file: "PixelBufferLayout.swift", right: "CVPixelBufferGetHeightOfPlane(buffer, plane)",
      wrong: "CVPixelBufferGetRowsOfPlane(buffer, plane)", complaint: "cannot find"),
    Mistake(
      description: "an unsafe call that is not marked", module: "AppleMedia",
      file: "PixelBufferLayout.swift", right: "unsafe CVPixelBufferGetBaseAddress(buffer)",
      wrong: "CVPixelBufferGetBaseAddress(buffer)", complaint: "not marked with 'unsafe'"),
    Mistake(
      description: "a wrong type", module: "AppleMedia", file: "MediaTime+CoreMedia.swift",
      right: "value: time.nanoseconds,", wrong: "value: time.seconds,",
      complaint: "cannot convert"),
    Mistake(
      description: "a class that is not Sendable, sent", module: "AppleMedia",
      file: "PixelBuffer.swift", right: "@unchecked Sendable {", wrong: "Sendable {",
      complaint: "Sendable"),
    Mistake(
      description: "a missing await", module: "CaptureAVFoundation",
      file: "Devices/Permission.swift", right: "_ = await AVCaptureDevice",
      wrong: "_ = AVCaptureDevice", complaint: "'async'"),
    Mistake(
      description: "a missing try", module: "CaptureAVFoundation", file: "Session/CameraSeat.swift",
      right: "input = try AVCaptureDeviceInput", wrong: "input = AVCaptureDeviceInput",
      complaint: "'try'"),
    Mistake(
      description: "a type that does not exist", module: "CaptureAVFoundation",
      file: "Session/CameraSeat.swift", right: "AVCaptureVideoDataOutput()",
      wrong: "AVCaptureFrameOutput()", complaint: "cannot find"),
    Mistake(
      description: "a constant of another system's", module: "CaptureAVFoundation",
      file: "Devices/DeviceTypes+Phone.swift", right: ".external,", wrong: ".externalUnknown,",
      complaint: "no member 'externalUnknown'"),
    Mistake(
      description: "a delegate's method misspelt", module: "CaptureAVFoundation",
      file: "Session/PictureReceiver.swift", right: "didOutput sampleBuffer",
      wrong: "didOutputSample sampleBuffer", complaint: "does not conform"),
    Mistake(
      description: "an import left out", module: "CaptureAVFoundation",
      file: "Devices/Permission.swift", right: "import Foundation\n", wrong: "",
      complaint: "missing import"),
    Mistake(
      description: "an optional used as if it were none", module: "CaptureAVFoundation",
      file: "Session/PictureReceiver.swift", right: "guard let picture = sample.imageBuffer,",
      wrong: "let picture = sample.imageBuffer\n    guard ", complaint: "must be unwrapped"),
  ]
}
