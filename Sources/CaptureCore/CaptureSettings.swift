public import MediaTypes

/// What an engine is to show, and its patience.
///
/// Whether a flip releases the old camera first is no setting: `CameraDevice.canStream(beside:)`
/// decides it for each pair of cameras.
public struct CaptureSettings: Hashable, Sendable {
  /// The camera to begin with.
  public var choice: CameraChoice
  /// The size and rate to ask of every camera.
  public var wish: FormatWish
  /// The longest that `start` waits for a first camera to be listed.
  public var searchTimeout = MediaTime.seconds(2)
  /// The longest that opening and starting a camera may take together.
  public var openTimeout = MediaTime.seconds(10)
  /// The longest from a camera's start to its first frame.
  public var firstFrameTimeout = MediaTime.seconds(5)
  /// A shown camera that sends nothing for so long has stalled.
  public var stallTimeout = MediaTime.seconds(3)
  /// The longest that anything waits for a camera to be given back.
  public var releaseTimeout = MediaTime.seconds(2)
  /// How often a camera that stalled or failed is started again, before it counts as interrupted.
  public var restartLimit = 3
  /// The pause before the first of these restarts; each later one is twice as long.
  public var restartDelay = MediaTime.milliseconds(250)
  /// The pause before cameras that did not work are tried again; it doubles up to 32 times this.
  public var retryDelay = MediaTime.seconds(1)

  /// Makes settings with the usual patience.
  public init(choice: CameraChoice = .automatic, wish: FormatWish = FormatWish()) {
    self.choice = choice
    self.wish = wish
  }
}
