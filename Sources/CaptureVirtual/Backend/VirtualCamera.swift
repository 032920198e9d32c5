public import CaptureCore
public import MediaTypes

/// A camera that exists only in this process: what it says of itself and what it shows.
///
/// *Context*: a plain value; any thread.
public struct VirtualCamera: Identifiable, Hashable, Sendable {
  /// What a camera shows, apart from the badge with its name, the time and the code.
  public enum Look: Hashable, Sendable, CaseIterable {
    /// Hills and a lake with a boat that crosses it, for a camera that looks away from the person.
    case landscape
    /// A person in a room who waves, for a camera that looks at the person.
    case portrait
    /// One colour; the quickest to draw.
    case plain
  }

  /// Stable identity.
  public var id: CameraID
  /// For a person.
  public var name: String
  /// Which way it claims to look; the source of the claim is `script`.
  public var position: CameraPosition
  /// Its pixel formats, the first preferred: all of `PixelFormat.uncompressed` can be drawn, and MJPEG
  /// where the back end has something that compresses.
  public var pixelFormats: [PixelFormat]
  /// Its picture sizes in pixels, the first preferred.
  public var sizes: [PixelSize]
  /// Its frame rates, the first preferred.
  public var rates: [FrameRate]
  /// What it shows.
  public var look: Look
  /// Whether it can run beside others. The back end holds it to that.
  public var concurrency: CameraDevice.Concurrency
  /// How its colours are coded; nil for what is usual for the pixel format.
  public var color: ColorDescription?
  /// Whether a lamp in the picture flashes for 100 ms at each whole second of the clock, at which
  /// the virtual microphone beeps; `FlashFinder` finds it.
  public var flashes: Bool

  /// The word that the badge shows: the position, else the name, in capitals.
  public var title: String {
    switch position {
    case .front, .back: position.rawValue.uppercased()
    case .external, .unknown: name.uppercased()
    }
  }

  /// Makes a camera.
  ///
  /// - Parameters:
  ///   - id: unique among the cameras of a back end.
  ///   - name: for a person.
  ///   - position: which way it claims to look.
  ///   - pixelFormats: what it offers, the preferred first.
  ///   - sizes: what it offers, in pixels, the preferred first.
  ///   - rates: what it offers, the preferred first.
  ///   - look: what it shows.
  ///   - concurrency: whether it can run beside others.
  ///   - color: how its colours are coded; nil for what is usual for the pixel format.
  ///   - flashes: whether a lamp flashes each second.
  public init(
    id: CameraID, name: String, position: CameraPosition,
    pixelFormats: [PixelFormat] = [.nv12], sizes: [PixelSize] = Self.usualSizes,
    rates: [FrameRate] = [.fps30], look: Look = .plain,
    concurrency: CameraDevice.Concurrency = .independent, color: ColorDescription? = nil,
    flashes: Bool = false
  ) {
    self.id = id
    self.name = name
    self.position = position
    self.pixelFormats = pixelFormats
    self.sizes = sizes
    self.rates = rates
    self.look = look
    self.concurrency = concurrency
    self.color = color
    self.flashes = flashes
  }

  /// What webcams offer most: 1280x720, 640x480, 1920x1080, 640x360 and 320x240.
  public static let usualSizes = [
    PixelSize(width: 1280, height: 720), PixelSize(width: 640, height: 480),
    PixelSize(width: 1920, height: 1080), PixelSize(width: 640, height: 360),
    PixelSize(width: 320, height: 240),
  ]

  /// A camera that looks at the person: a portrait, in NV12 by preference.
  public static let front = VirtualCamera(
    id: CameraID("virtual-front"), name: "Virtual Front Camera", position: .front,
    pixelFormats: [.nv12, .yuyv, .bgra], look: .portrait)

  /// A camera that looks away from the person: a landscape, in I420 by preference.
  public static let back = VirtualCamera(
    id: CameraID("virtual-back"), name: "Virtual Back Camera", position: .back,
    pixelFormats: [.i420, .yuyv, .bgra], look: .landscape)

  /// Every mode: each pixel format in each size at each rate.
  public var formats: [CameraFormat] {
    pixelFormats.flatMap { format in
      sizes.flatMap { size in
        rates.map { CameraFormat(pixelFormat: format, size: size, rate: $0) }
      }
    }
  }

  /// The camera as a device list shows it.
  public func device(backend: String) -> CameraDevice {
    CameraDevice(
      id: id, name: name, backend: backend, position: PositionClaim(position, source: .script),
      formats: formats, concurrency: concurrency)
  }

  /// The mode that a wish gets.
  ///
  /// - Returns: nil when the camera does not have it; a wish without a rate gets the preferred one.
  func format(for wish: CameraFormat) -> CameraFormat? {
    formats.first {
      $0.pixelFormat == wish.pixelFormat && $0.size == wish.size
        && (wish.rate == nil || wish.rate == $0.rate)
    }
  }
}

extension [VirtualCamera] {
  /// The two cameras of a phone: `VirtualCamera.back`, then `VirtualCamera.front`.
  public static var frontAndBack: [VirtualCamera] { [.back, .front] }
}
