import Glibc

/// A camera of a test: GStreamer's test picture, or that of another program, offered to PipeWire as
/// a video source.
///
/// It can be pulled out and put back. Ended, by its process id, with the last reference.
///
/// *Context*: a test's task.
public actor GStreamerCamera {
  /// What the camera shows and says of itself.
  public struct Description: Sendable {
    /// `node.name`.
    public var name: String
    /// `node.description`: what a person reads.
    public var title: String
    /// `videotestsrc`'s pattern: `smpte`, `red`, `green`, `blue`, `white`, `ball`, ...
    public var pattern = "smpte"
    /// Whether the sink copies the pictures instead of lending its buffers to the source: in 0.3.65 it
    /// waits for ever in its own pool after some changes of readers.
    public var isCopied = false
    /// A line of Bash that writes the pictures in place of a pattern: I420 without header or padding,
    /// at its own pace, which should be `rate`. To be sent as JPEG: `pipewiresink` 0.3.65 crashes on
    /// raw pictures that are not of a live source.
    public var source: String?
    /// GStreamer's name of the pixel format: `NV12`, `I420`, `YUY2`, `BGRA`, `BGRx`, `RGB`, `GRAY8`.
    public var format = "NV12"
    /// Pixels in a row.
    public var width = 640
    /// Rows.
    public var height = 360
    /// Frames a second.
    public var rate = 30
    /// Whether the frames are sent as JPEG.
    public var isJPEG = false
    /// `api.libcamera.location`: `front`, `back` or `external`.
    public var location: String?
    /// Further properties of the node; these win over the ones above.
    public var properties: [String: String] = [:]

    /// Makes a description.
    public init(name: String, title: String? = nil) {
      self.name = name
      self.title = title ?? name
    }
  }

  /// What it shows and says of itself; a change counts from the next `plug`.
  public var description: Description
  private let server: PipeWireServer
  private var process: ChildProcess?

  /// A camera that is not plugged in yet.
  public init(_ description: Description, on server: PipeWireServer) {
    self.description = description
    self.server = server
  }

  /// A camera that is plugged in and listed.
  public static func plugged(
    _ description: Description, into server: PipeWireServer
  ) async throws -> GStreamerCamera {
    let camera = GStreamerCamera(description, on: server)
    try await camera.plug()
    return camera
  }

  /// Plugs it in, and waits until PipeWire lists it.
  public func plug() async throws {
    guard process == nil else { return }
    let pipeline = Self.pipeline(description)
    process =
      if let source = description.source {
        // The source ends when nobody reads it any more.
        try ChildProcess(
          "bash", ["-c", "exec gst-launch-1.0 \"$@\" < <(\(source))", "bash"] + pipeline,
          environment: server.environment)
      } else {
        try ChildProcess("gst-launch-1.0", pipeline, environment: server.environment)
      }
    try await server.waitUntilListed("node.name = \"\(nodeName)\"")
  }

  /// Pulls it out, as a device that vanishes: at once, with no word of farewell.
  public func unplug() async {
    await process?.kill()
    process = nil
  }

  /// Stops the pictures without any word, as hardware that hangs.
  public func freeze() { process?.send(SIGSTOP) }

  /// Lets the pictures go on.
  public func thaw() { process?.send(SIGCONT) }

  /// Changes what it shows and says of itself, from the next `plug`.
  public func describe(_ change: @Sendable (inout Description) -> Void) { change(&description) }

  private var nodeName: String { description.properties["node.name"] ?? description.name }

  private static func pipeline(_ camera: Description) -> [String] {
    let caps =
      "video/x-raw,format=\(camera.format),width=\(camera.width),height=\(camera.height)"
      + ",framerate=\(camera.rate)/1"
    let source =
      camera.source == nil
      ? ["videotestsrc", "is-live=true", "pattern=\(camera.pattern)"]
      : [
        "fdsrc", "!", "rawvideoparse", "format=i420", "width=\(camera.width)",
        "height=\(camera.height)", "framerate=\(camera.rate)/1",
      ]
    return ["-q"] + source + ["!", caps, "!"]
      + (camera.isJPEG
        ? ["jpegenc", "!"] : (camera.isCopied ? ["identity", "drop-allocation=true", "!"] : []))
      + ["pipewiresink", "mode=provide", "stream-properties=" + properties(camera)]
  }

  private static func properties(_ camera: Description) -> String {
    var all = [
      "media.class": "Video/Source", "media.role": "Camera",
      "node.name": camera.name, "node.description": camera.title,
    ]
    all["api.libcamera.location"] = camera.location
    all.merge(camera.properties) { $1 }
    return all.sorted { $0.key < $1.key }.reduce("props") { text, property in
      text + ",\(property.key)=(string)\"\(escaped(property.value))\""
    }
  }

  // GStreamer's structures read a backslash and three octal digits as a byte; gst-launch leaves
  // them alone inside quotes.
  private static func escaped(_ value: String) -> String {
    value.utf8.reduce(into: "") { text, byte in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
      if isPlain {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 8)
        text += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      }
    }
  }
}
