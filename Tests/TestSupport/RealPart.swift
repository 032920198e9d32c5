import Foundation
public import Testing

/// A program that a test needs and that this project does not bring along.
///
/// A missing part is skipped loudly on a developer's machine and is a failure in CI (when the
/// environment variable `CI` is set), so that a test cannot silently stop testing.
public struct RealPart: Sendable, CustomStringConvertible {
  /// What it is called.
  public let name: String
  /// The programs that must be on the path.
  public let programs: [String]
  /// Debian's packages that bring them.
  public let packages: [String]

  /// Describes a part.
  public init(_ name: String, programs: [String], packages: [String]) {
    self.name = name
    self.programs = programs
    self.packages = packages
  }

  /// The PipeWire daemon, a session manager, a session bus, and GStreamer to make cameras with.
  public static let pipeWire = RealPart(
    "PipeWire",
    programs: ["pipewire", "wireplumber", "dbus-daemon", "pw-cli", "gst-launch-1.0"],
    packages: [
      "pipewire", "pipewire-bin", "wireplumber", "dbus", "gstreamer1.0-tools",
      "gstreamer1.0-pipewire", "gstreamer1.0-plugins-base", "gstreamer1.0-plugins-good",
    ])

  /// The programs that are not there.
  public var missing: [String] { programs.filter { Programs.path(of: $0) == nil } }

  /// What is missing and how to get it.
  public var description: String {
    "\(name) is not there (\(missing.joined(separator: ", "))): "
      + "apt-get install \(packages.joined(separator: " "))"
  }

  /// Ends the test unless the part is there.
  ///
  /// - Throws: a cancellation that shows as a skip; in CI an error that fails the test.
  public func require(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) throws {
    guard !missing.isEmpty else { return }
    if Self.missingIsFailure { throw TestSupportError(description) }
    let location = SourceLocation(
      fileID: fileID, filePath: filePath, line: line, column: column)
    try Test.cancel("\(description)", sourceLocation: location)
  }

  static var missingIsFailure: Bool { ProcessInfo.processInfo.environment["CI"] != nil }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test or suite, saying why, when a real part is not there; in CI the test runs and fails.
  public static func requires(
    _ part: RealPart, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> Self {
    let location = SourceLocation(
      fileID: fileID, filePath: filePath, line: line, column: column)
    return .enabled("\(part)", sourceLocation: location) {
      part.missing.isEmpty || RealPart.missingIsFailure
    }
  }
}

/// A part of the test's own machinery did not do what it should.
public struct TestSupportError: Error, CustomStringConvertible {
  /// What went wrong.
  public let description: String

  /// Makes an error.
  public init(_ description: String) { self.description = description }
}
