// swift-tools-version: 6.2
import PackageDescription

// 6.2 is the first toolchain that reads `unsafe` expressions (SE-0458): see
// Documentation/Proposals/2026-11-30-foundation.md.

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// `make test` and `make soak` set this: modules whose loops run over pixels or states are optimized in the debug build
// of the tests too, since unoptimized they take most of its time, and so is what is counted for each
// frame. SwiftPM accepts such a flag in the root package only, so a package that depends on this one
// never sees it.
let optimized: [SwiftSetting] =
  Context.environment["VIEWFINDER_OPTIMIZED"] == nil ? [] : [.unsafeFlags(["-O"])]
let hot: Set = [
  "MediaTypes", "CaptureCore", "PreviewCore", "RecordCore", "CaptureVirtual", "PreviewSoftware",
  "PreviewGLES", "PreviewPatterns", "PreviewComparison",
]

func settings(_ name: String) -> [SwiftSetting] {
  hot.contains(name) ? strict + optimized : strict
}

func module(
  _ name: String, path: String? = nil, _ dependencies: [Target.Dependency] = []
) -> Target {
  .target(name: name, dependencies: dependencies, path: path, swiftSettings: settings(name))
}

func program(_ name: String, path: String? = nil, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: path, swiftSettings: settings(name))
}

func tests(_ name: String, path: String? = nil, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, path: path, swiftSettings: strict)
}

func system(_ name: String, _ pkgConfig: String, _ packages: [String]) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt(packages)])
}

let fuzzed: [Target.Dependency] = [
  "ImageTurboJPEG", "CapturePipeWire", "CaptureV4L2", "CaptureVirtual", "CaptureFFmpeg",
  "RecordFFmpeg", "RecordCore", "CaptureCore", "MediaTypes", "Viewfinder", "AppModel", "Commands",
  "SeededRandom",
]

/// The folder FuzzTests as a program, linked with libFuzzer's archive.
func fuzzer(archive: String) -> Target {
  .executableTarget(
    name: "Fuzzer", dependencies: fuzzed + ["CFuzzer"], path: "Tests/FuzzTests",
    exclude: ["Corpus", "FuzzTests.swift", "Mutation.swift"], swiftSettings: strict,
    linkerSettings: [
      .unsafeFlags(["-Xlinker", "-u", "-Xlinker", "LLVMFuzzerRunDriver", archive]),
      .linkedLibrary("stdc++"),
    ])
}

// The rows are those of Documentation/Architecture.md: a module imports only rows above its own.
var targets: [Target] = [
  // Row 0
  module("MediaTypes"),
  // Row 1
  module("CaptureCore", ["MediaTypes"]),
  module("PreviewCore", ["MediaTypes"]),
  module("RecordCore", ["MediaTypes"]),
  // Row 3, anywhere
  module("CaptureVirtual", ["MediaTypes", "CaptureCore"]),
  module("PreviewSoftware", ["MediaTypes", "PreviewCore"]),
  module("RecordMemory", ["MediaTypes", "RecordCore"]),
  module("SeededRandom", path: "Tests/SeededRandom"),
  tests("MediaTypesTests", ["MediaTypes", "SeededRandom"]),
  // Counts what a test asks of malloc.
  .target(
    name: "CAllocations", path: "Tests/CAllocations",
    cSettings: optimized.isEmpty ? [] : [.define("OPTIMIZED")]),
  module("StateTables", path: "Tests/StateTables"),
  tests(
    "CaptureCoreTests",
    ["CaptureCore", "MediaTypes", "CAllocations", "StateTables", "SeededRandom"]),
  module("PreviewPatterns", path: "Tests/PreviewPatterns", ["MediaTypes"]),
  tests(
    "PreviewCoreTests", ["PreviewCore", "MediaTypes", "PreviewPatterns", "SeededRandom"]),
  // What every capture back end must do; its comment shows how their tests use it.
  module(
    "CaptureConformance", path: "Tests/CaptureConformance", ["CaptureCore", "MediaTypes"]),
  // What every back end that writes movie files must do; likewise.
  module("RecordConformance", path: "Tests/RecordConformance", ["RecordCore", "MediaTypes"]),
  tests(
    "CaptureVirtualTests",
    [
      "CaptureVirtual", "CaptureCore", "MediaTypes", "CaptureConformance", "SeededRandom",
      "CAllocations",
    ]),
  tests(
    "PreviewSoftwareTests",
    ["PreviewSoftware", "PreviewCore", "MediaTypes", "PreviewPatterns", "CAllocations"]),
  tests(
    "RecordCoreTests",
    ["RecordCore", "RecordMemory", "MediaTypes", "SeededRandom", "StateTables"]),
  tests("LayeringTests", []),
]

var products: [Product] = [
  .library(name: "Viewfinder", targets: ["Viewfinder"]),
  .library(name: "CaptureVirtual", targets: ["CaptureVirtual"]),
  .library(name: "PreviewSoftware", targets: ["PreviewSoftware"]),
  .library(name: "RecordMemory", targets: ["RecordMemory"]),
]

// Apple's systems. On Linux these are built for tests alone, against declarations of exactly the API that
// they use, some of them working stand-ins: a type check, and the tests of what they decide.
#if os(Linux)
  let appleFrameworks = [
    "Metal", "QuartzCore", "CoreVideo", "CoreMedia", "UIKit", "AVFoundation", "CoreGraphics",
    "ImageIO",
  ]
  targets.append(
    .target(
      name: "MetalOnCPU", path: "Tests/MetalOnCPU",
      cxxSettings: [.headerSearchPath("include/stand-in")]
        + (optimized.isEmpty ? [] : [.unsafeFlags(["-O2"])])
    ))
  targets += appleFrameworks.enumerated().map { index, name in
    .target(
      name: name,
      dependencies: ["MetalOnCPU"] + appleFrameworks.prefix(index).map { .byName(name: $0) },
      path: "Tests/AppleDeclarations/\(name)",
      swiftSettings: [
        .swiftLanguageMode(.v6), .define("IOS"), .enableUpcomingFeature("InternalImportsByDefault"),
      ])
  }
#else
  let appleFrameworks: [String] = []
#endif
let appleDependencies: [Target.Dependency] = appleFrameworks.map { .byName(name: $0) }

/// A module whose folders Linux and Apple are each for one system.
func sharedModule(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  #if os(Linux)
    let others = ["Apple"]
  #else
    let others = ["Linux"]
  #endif
  return .target(
    name: name, dependencies: dependencies, exclude: others, swiftSettings: strict)
}

func appleModule(
  _ name: String, _ dependencies: [Target.Dependency], resources: [Resource]? = nil
) -> Target {
  .target(
    name: name, dependencies: dependencies + appleDependencies, resources: resources,
    swiftSettings: strict)
}

// Row 2, everywhere; the threads that Linux's back ends need are in a folder of their own.
#if os(Linux)
  targets.append(module("SystemThreads", ["MediaTypes"]))
#else
  targets.append(
    .target(
      name: "SystemThreads", dependencies: ["MediaTypes"], exclude: ["Linux"],
      swiftSettings: strict))
#endif

let appleModules = [
  // Row 2
  appleModule("AppleMedia", ["MediaTypes"]),
  // Row 3
  appleModule(
    "CaptureAVFoundation", ["MediaTypes", "CaptureCore", "SystemThreads", "AppleMedia"]),
  appleModule(
    "PreviewMetal", ["MediaTypes", "PreviewCore", "AppleMedia"],
    resources: [.embedInCode("Shaders.metal")]),
  appleModule("RecordAVFoundation", ["MediaTypes", "RecordCore", "AppleMedia"]),
  appleModule("ImageImageIO", ["MediaTypes", "RecordCore"]),
]
targets += appleModules

#if os(Linux)
  targets += [
    // Row 2
    .systemLibrary(name: "CVideo4Linux"),
    .systemLibrary(name: "CFuzzer", path: "Tests/CFuzzer"),
    .target(name: "CVideo4LinuxShims", dependencies: ["CVideo4Linux"]),
    system("CUdev", "libudev", ["libudev-dev"]),
    system("CPipeWire", "libpipewire-0.3", ["libpipewire-0.3-dev"]),
    .target(name: "CPipeWireShims", dependencies: ["CPipeWire"]),
    system("CSystemBus", "libsystemd", ["libsystemd-dev"]),
    system("CGLES", "egl glesv2", ["libegl-dev", "libgles-dev"]),
    .target(name: "CGLESShims", dependencies: ["CGLES"]),
    system("CGTK", "libadwaita-1", ["libadwaita-1-dev"]),
    .target(name: "CGTKShims", dependencies: ["CGTK"]),
    system("CTurboJPEG", "libturbojpeg", ["libturbojpeg0-dev"]),
    system("CPNG", "libpng", ["libpng-dev"]),
    system(
      "CFFmpeg", "libavformat libavcodec libswscale libswresample libavutil",
      ["libavformat-dev", "libavcodec-dev", "libswscale-dev", "libswresample-dev"]),
    .target(name: "CFFmpegShims", dependencies: ["CFFmpeg"]),
    system("CALSA", "alsa", ["libasound2-dev"]),
    system("CPulse", "libpulse", ["libpulse-dev"]),
    // Row 3, Linux
    module(
      "CaptureV4L2",
      ["MediaTypes", "CaptureCore", "CVideo4Linux", "CVideo4LinuxShims", "CUdev", "SystemThreads"]),
    module(
      "CapturePipeWire",
      [
        "MediaTypes", "CaptureCore", "CPipeWire", "CPipeWireShims", "CSystemBus", "SystemThreads",
      ]),
    module("PreviewGLES", ["MediaTypes", "PreviewCore", "CGLES", "CGLESShims"]),
    module("ImageTurboJPEG", ["MediaTypes", "CaptureCore", "RecordCore", "CTurboJPEG"]),
    module("ImagePNG", ["MediaTypes", "RecordCore", "CPNG"]),
    module("RecordFFmpeg", ["MediaTypes", "RecordCore", "CFFmpeg", "CFFmpegShims"]),
    module(
      "CaptureFFmpeg", ["MediaTypes", "CaptureCore", "CFFmpeg", "CFFmpegShims", "SystemThreads"]),
    module("CaptureALSA", ["MediaTypes", "CaptureCore", "CALSA", "SystemThreads"]),
    module("CapturePulse", ["MediaTypes", "CaptureCore", "CPulse", "SystemThreads"]),
    // Row 4
    sharedModule(
      "Viewfinder",
      [
        "MediaTypes", "CaptureCore", "PreviewCore", "RecordCore", "CaptureVirtual",
        "CapturePipeWire", "CaptureV4L2", "PreviewSoftware", "PreviewGLES", "ImageTurboJPEG",
        "ImagePNG", "RecordFFmpeg", "RecordMemory", "CaptureFFmpeg", "CaptureALSA", "CapturePulse",
        "SystemThreads",
      ]),
    // Row 5
    module("GTKSupport", ["CGTK", "CGTKShims"]),
    module("AppModel", ["Viewfinder", "RecordFFmpeg"]),
    module(
      "ViewfinderTesting",
      [
        "Viewfinder", "CaptureCore", "CaptureVirtual", "PreviewCore", "RecordCore", "RecordMemory",
        "MediaTypes",
      ]),
    // Row 6
    // The command-line program without its `main`, so that tests can call its parts.
    module(
      "Commands",
      [
        "Viewfinder", "ViewfinderTesting", "MediaTypes", "CaptureCore", "PreviewCore", "RecordCore",
        "CaptureVirtual",
        "CapturePipeWire", "CaptureV4L2", "PreviewSoftware", "PreviewGLES", "ImagePNG",
        "RecordFFmpeg",
      ]),
    module(
      "ViewfinderGTK",
      ["Viewfinder", "AppModel", "GTKSupport", "PreviewGLES", "PreviewCore", "MediaTypes"]),
    // Row 7
    program("ViewfinderCLI", ["Commands"]),
    program("ViewfinderApp", ["Viewfinder", "AppModel", "GTKSupport", "ViewfinderGTK"]),
    program("FlipExample", path: "Examples/Flip", ["Viewfinder", "GTKSupport", "ViewfinderGTK"]),
    program(
      "WindowExample", path: "Examples/Window", ["Viewfinder", "GTKSupport", "ViewfinderGTK"]),
    program(
      "GPUPreviewExample", path: "Examples/GPUPreview",
      ["Viewfinder", "GTKSupport", "ViewfinderGTK"]),
    // Tests that need the real parts
    module("TestSupport", path: "Tests/TestSupport", ["MediaTypes"]),
    // A camera that a test makes up, on a real PipeWire.
    .executableTarget(
      name: "PipeWireCamera", dependencies: ["CPipeWire"], path: "Tests/PipeWireCamera"),
    tests(
      "CapturePipeWireTests",
      [
        "CapturePipeWire", "CPipeWire", "CPipeWireShims", "CaptureCore", "MediaTypes",
        "CaptureVirtual", "ImageTurboJPEG", "Viewfinder", "SeededRandom", "SystemThreads",
        "TestSupport", "PipeWireCamera",
      ]),
    program(
      "PreviewComparison", path: "Tests/PreviewComparison",
      [
        "PreviewGLES", "PreviewSoftware", "PreviewCore", "MediaTypes", "PreviewPatterns", "CGLES",
      ]),
    tests(
      "CaptureV4L2Tests",
      [
        "CaptureV4L2", "CaptureCore", "CapturePipeWire", "CaptureFFmpeg", "Viewfinder",
        "MediaTypes",
        "ImageTurboJPEG", "CVideo4Linux", "CVideo4LinuxShims", "TestSupport", "ViewfinderCLI",
        "PreviewComparison",
      ]),
    tests(
      "PreviewGLESTests",
      [
        "PreviewGLES", "PreviewSoftware", "PreviewCore", "MediaTypes", "PreviewPatterns",
        "PreviewComparison", "CGLES", "CAllocations",
      ]),
    tests(
      "ImageTurboJPEGTests",
      [
        "ImageTurboJPEG", "CTurboJPEG", "CaptureCore", "RecordCore", "MediaTypes", "SeededRandom",
        "TestSupport",
      ]),
    program(
      "RecordProbe", path: "Tests/RecordProbe", ["RecordFFmpeg", "RecordCore", "MediaTypes"]),
    program(
      "RecordBench", path: "Benchmarks/RecordBench",
      ["RecordFFmpeg", "RecordCore", "MediaTypes"]),
    tests(
      "RecordFFmpegTests",
      [
        "RecordFFmpeg", "RecordCore", "MediaTypes", "CFFmpeg", "CaptureVirtual", "TestSupport",
        "RecordProbe", "SeededRandom", "RecordConformance",
      ]),
    tests("SystemThreadsTests", ["SystemThreads", "MediaTypes"]),
    tests("AppleSourceTests", ["TestSupport", "Viewfinder"]),
    tests(
      "CaptureAVFoundationTests",
      ["CaptureAVFoundation", "AppleMedia", "CaptureCore", "MediaTypes", "CaptureConformance"]
        + appleDependencies),
    tests(
      "RecordAVFoundationTests",
      [
        "RecordAVFoundation", "AppleMedia", "RecordCore", "MediaTypes", "TestSupport",
        "RecordConformance",
      ]
        + appleDependencies),
    tests(
      "ImageImageIOTests", ["ImageImageIO", "RecordCore", "MediaTypes"] + appleDependencies),
    tests(
      "PreviewMetalTests",
      [
        "PreviewMetal", "AppleMedia", "PreviewSoftware", "PreviewCore", "MediaTypes",
        "PreviewPatterns", "PreviewComparison",
      ] + appleDependencies),
    tests(
      "CaptureFFmpegTests",
      [
        "CaptureFFmpeg", "CaptureCore", "CaptureVirtual", "MediaTypes", "CaptureConformance",
        "Viewfinder", "TestSupport", "SeededRandom",
      ]),
    tests(
      "MicrophoneTests",
      [
        "CapturePipeWire", "CaptureALSA", "CapturePulse", "CaptureVirtual", "CaptureCore",
        "CPipeWire", "CALSA", "CPulse", "MediaTypes", "TestSupport", "Viewfinder", "SeededRandom",
      ]),
    tests(
      "ImagePNGTests",
      ["ImagePNG", "RecordCore", "MediaTypes", "CPNG", "TestSupport", "SeededRandom"]),
    tests(
      "ViewfinderTests",
      [
        "Viewfinder", "CaptureCore", "CapturePipeWire", "CaptureVirtual", "ImageTurboJPEG",
        "PreviewCore", "RecordCore", "RecordMemory", "MediaTypes", "TestSupport", "SeededRandom",
        "CAllocations",
      ]),
    // Reads hostile bytes; `Scripts/fuzz` makes a program for libFuzzer of the same folder.
    Context.environment["VIEWFINDER_FUZZ"].map(fuzzer)
      ?? .testTarget(
        name: "FuzzTests", dependencies: fuzzed, exclude: ["Corpus", "main.swift"],
        swiftSettings: strict),
    program("GTKProbe", path: "Tests/GTKProbe", ["GTKSupport"]),
    tests("GTKSupportTests", ["GTKSupport", "CGTK", "GTKProbe", "TestSupport"]),
    program(
      "TakeProbe", path: "Tests/TakeProbe",
      ["Viewfinder", "CaptureCore", "CaptureVirtual", "RecordCore", "RecordFFmpeg", "MediaTypes"]),
    tests(
      "ViewfinderTestingTests",
      [
        "ViewfinderTesting", "Viewfinder", "CaptureVirtual", "CaptureCore", "PreviewCore",
        "MediaTypes",
      ]),
    tests("TestingExample", path: "Examples/Testing", ["ViewfinderTesting", "Viewfinder"]),
    tests("AppModelTests", ["AppModel", "Viewfinder", "CaptureVirtual", "MediaTypes"]),
    tests(
      "CommandTests",
      [
        "Commands", "Viewfinder", "CaptureCore", "CapturePipeWire", "CaptureVirtual", "CaptureV4L2",
        "PreviewCore", "PreviewSoftware", "RecordCore", "MediaTypes", "SeededRandom", "TestSupport",
        "ViewfinderCLI", "TakeProbe", "ViewfinderTesting",
      ]),
    program(
      "ViewProbe", path: "Tests/ViewProbe", ["Viewfinder", "GTKSupport", "ViewfinderGTK"]),
    tests(
      "AppTests",
      [
        "MediaTypes", "CaptureVirtual", "TestSupport", "ViewfinderApp", "FlipExample",
        "GPUPreviewExample", "ViewProbe",
      ]),
  ]
  products += [
    .library(name: "ViewfinderTesting", targets: ["ViewfinderTesting"]),
    .library(name: "ViewfinderGTK", targets: ["ViewfinderGTK"]),
    .executable(name: "viewfinder", targets: ["ViewfinderCLI"]),
    .executable(name: "viewfinder-gtk", targets: ["ViewfinderApp"]),
    .executable(name: "example-flip", targets: ["FlipExample"]),
    .executable(name: "example-gpu-preview", targets: ["GPUPreviewExample"]),
  ]
#else
  targets += [
    // Row 4
    sharedModule(
      "Viewfinder",
      [
        "MediaTypes", "CaptureCore", "PreviewCore", "RecordCore", "AppleMedia", "CaptureVirtual",
        "CaptureAVFoundation", "PreviewSoftware", "PreviewMetal", "RecordAVFoundation",
        "RecordMemory", "ImageImageIO", "SystemThreads",
      ]),
    // Row 6
    module("ViewfinderUI", ["Viewfinder", "PreviewMetal", "PreviewCore", "MediaTypes"]),
  ]
  products.append(.library(name: "ViewfinderUI", targets: ["ViewfinderUI", "Viewfinder"]))
#endif

// A part of the package builds in a fraction of the time:
// VIEWFINDER_ONLY=RecordCoreTests swift test --filter RecordCoreTests
if let wanted = Context.environment["VIEWFINDER_ONLY"] {
  let names = closure(of: wanted.split(separator: " ").map(String.init), in: targets)
  targets = targets.filter { names.contains($0.name) }
  products = products.filter { names.isSuperset(of: targetNames(of: $0)) }
}

func closure(of wanted: [String], in targets: [Target]) -> Set<String> {
  var names: Set<String> = []
  var open = wanted
  while let name = open.popLast() {
    guard names.insert(name).inserted, let target = targets.first(where: { $0.name == name })
    else { continue }
    for case .byNameItem(let dependency, _) in target.dependencies { open.append(dependency) }
  }
  return names
}

func targetNames(of product: Product) -> [String] {
  switch product {
  case let library as Product.Library: library.targets
  case let executable as Product.Executable: executable.targets
  default: []
  }
}

let package = Package(
  name: "viewfinder",
  platforms: [.iOS(.v18), .macOS(.v15)],
  products: products,
  targets: targets
)
