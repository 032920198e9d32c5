// swift-tools-version: 6.0
// An app package: opens in Xcode and in Swift Playgrounds, without a project file.
import AppleProductTypes
import PackageDescription

let package = Package(
  name: "Viewfinder",
  platforms: [.iOS("18.0")],
  products: [
    .iOSApplication(
      name: "Viewfinder",
      targets: ["AppModule"],
      bundleIdentifier: "org.viewfinder.Viewfinder",
      teamIdentifier: "",
      displayVersion: "1.0",
      bundleVersion: "1",
      appIcon: .placeholder(icon: .camera),
      accentColor: .presetColor(.blue),
      supportedDeviceFamilies: [.pad, .phone],
      supportedInterfaceOrientations: [
        .portrait, .landscapeRight, .landscapeLeft,
        .portraitUpsideDown(.when(deviceFamilies: [.pad])),
      ],
      capabilities: [
        .camera(purposeString: "The picture is shown, and recorded when you ask for it."),
        .microphone(purposeString: "Movies are recorded with their sound."),
        .fileAccess(.userSelectedFiles, mode: .readWrite),
      ],
      additionalInfoPlistContentFilePath: "Info.plist"
    )
  ],
  dependencies: [.package(name: "viewfinder", path: "../..")],
  targets: [
    .executableTarget(
      name: "AppModule",
      dependencies: [.product(name: "ViewfinderUI", package: "viewfinder")],
      path: "App",
      swiftSettings: [.swiftLanguageMode(.v6)])
  ]
)
