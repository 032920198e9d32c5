/// The table of Documentation/Architecture.md: a module imports only modules of smaller rows.
enum Rows {
  static let modules: [[String]] = [
    ["MediaTypes"],
    ["CaptureCore", "PreviewCore", "RecordCore"],
    [
      "CVideo4Linux", "CVideo4LinuxShims", "CUdev", "CPipeWire", "CPipeWireShims", "CGLES",
      "CGLESShims", "CGTK", "CGTKShims", "CTurboJPEG",
      "CPNG", "CFFmpeg", "CFFmpegShims", "CALSA", "CPulse", "CSystemBus", "SystemThreads",
      "AppleMedia",
    ],
    [
      "CaptureVirtual", "CaptureV4L2", "CapturePipeWire", "PreviewSoftware", "PreviewGLES",
      "ImageTurboJPEG",
      "ImagePNG", "RecordFFmpeg", "RecordMemory", "CaptureFFmpeg", "CaptureALSA", "CapturePulse",
      "CaptureAVFoundation", "PreviewMetal", "RecordAVFoundation", "ImageImageIO",
    ],
    ["Viewfinder"],
    ["GTKSupport", "AppModel", "ViewfinderTesting"],
    ["ViewfinderGTK", "ViewfinderUI", "Commands"],
    ["ViewfinderCLI", "ViewfinderApp"],
  ]

  /// Rows whose modules run everywhere: no platform library, no Foundation.
  static let portableRows = 0...1

  /// What comes with the compiler and runs everywhere.
  static let portableModules: Set<String> = ["Swift", "Synchronization"]

  /// What a module of the other rows may take from the toolchain.
  static let toolchainModules: Set<String> = [
    "Swift", "Synchronization", "Foundation", "FoundationEssentials", "Glibc", "Musl", "Darwin",
    "Dispatch",
  ]

  /// Apple's frameworks, which stand on row 2 too, and the modules that may see each.
  static let usersOfFrameworks: [String: Set<String>] = [
    "AVFoundation": ["CaptureAVFoundation", "RecordAVFoundation"],
    "CoreMedia": ["AppleMedia", "CaptureAVFoundation", "RecordAVFoundation"],
    "CoreVideo": ["AppleMedia", "CaptureAVFoundation", "PreviewMetal", "RecordAVFoundation"],
    "CoreGraphics": ["ImageImageIO"], "ImageIO": ["ImageImageIO"],
    "Metal": ["PreviewMetal"],
    "QuartzCore": ["PreviewMetal", "ViewfinderUI"],
    "SwiftUI": ["ViewfinderUI"], "UIKit": ["ViewfinderUI"], "AppKit": ["ViewfinderUI"],
  ]

  /// The row of each C map's users: no other module may see the library.
  static let ownersOfMaps: [String: Set<String>] = [
    "CVideo4Linux": ["CaptureV4L2"], "CVideo4LinuxShims": ["CaptureV4L2"],
    "CUdev": ["CaptureV4L2"], "CPipeWire": ["CapturePipeWire"],
    "CPipeWireShims": ["CapturePipeWire"],
    "CGLES": ["PreviewGLES"], "CGLESShims": ["PreviewGLES"],
    "CGTK": ["GTKSupport"], "CGTKShims": ["GTKSupport"],
    "CTurboJPEG": ["ImageTurboJPEG"], "CPNG": ["ImagePNG"],
    "CFFmpeg": ["RecordFFmpeg", "CaptureFFmpeg"],
    "CFFmpegShims": ["RecordFFmpeg", "CaptureFFmpeg"],
    "CALSA": ["CaptureALSA"], "CPulse": ["CapturePulse"], "CSystemBus": ["CapturePipeWire"],
  ]

  static func row(of module: String) -> Int? {
    modules.firstIndex { $0.contains(module) }
  }
}
