public import MediaTypes

/// What a movie is to be, fixed when its recording starts.
public struct MovieSettings: Hashable, Sendable {
  /// The picture.
  public var canvas: MovieCanvas
  /// The kind of file.
  public var container: MovieContainer
  /// How pictures are compressed.
  public var video: VideoCodec
  /// Whether frames that the camera has compressed itself (MJPEG, H.264) go into the file untouched where
  /// camera and canvas agree. The writer then gets them as they were captured, and decodes those
  /// that do not agree by itself.
  public var passesThrough: Bool
  /// The sound; nil for a movie without.
  public var sound: SoundFormat?
  /// The longest piece of the movie that is not in the file yet, and that a crash costs. With 0.8 s, and
  /// what waits for the encoder (`RecorderQueue`), it costs less than 1.2 s of what was captured.
  public var fragment: MediaTime
  /// When the recording began by the calendar, in seconds since 1970 UTC; 0 leaves it out of the file.
  public var createdAt: Int64
  /// The program's name and version for the file's tags; empty for none.
  public var software: String
  /// The first camera's name for the file's tags; empty for none.
  public var cameraName: String
  /// Whether a file of the movie's name may be replaced when the movie is finished.
  public var overwrites: Bool

  /// Makes settings; any numbers are taken here, `check` judges them.
  public init(
    canvas: MovieCanvas = MovieCanvas(), container: MovieContainer = .mp4,
    video: VideoCodec = .automatic, passesThrough: Bool = false,
    sound: SoundFormat? = SoundFormat(),
    fragment: MediaTime = .milliseconds(800), createdAt: Int64 = 0, software: String = "",
    cameraName: String = "", overwrites: Bool = false
  ) {
    self.canvas = canvas
    self.container = container
    self.video = video
    self.passesThrough = passesThrough
    self.sound = sound
    self.fragment = fragment
    self.createdAt = createdAt
    self.software = software
    self.cameraName = cameraName
    self.overwrites = overwrites
  }

  /// Checks the numbers and what goes into which container.
  ///
  /// - Throws: `RecordError.badSettings` that names what is wrong and what would do. Whether an encoder
  ///   is installed is not checked here; `MovieBackend.create` says so.
  public func check() throws(RecordError) {
    try checkCanvas()
    try checkSound()
    guard fragment > .zero, fragment <= .seconds(10) else {
      throw RecordError(
        .badSettings, "Fragments of \(fragment.seconds) s.", remedy: "Choose 0.1 s to 10 s.")
    }
    guard container != .webM || ![.h264, .hevc, .mjpeg].contains(video) else {
      throw RecordError(
        .badSettings, "A WebM file cannot hold \(video.rawValue).",
        remedy: "Choose vp8 or vp9, or a file name that ends in .mkv.")
    }
    guard container != .mp4 || ![.vp8, .vp9].contains(video) else {
      throw RecordError(
        .badSettings, "An MP4 file is not for \(video.rawValue).",
        remedy: "Choose h264 or hevc, or a file name that ends in .webm or .mkv.")
    }
    guard container != .webM || !passesThrough else {
      throw RecordError(
        .badSettings, "A WebM file cannot hold a camera's own JPEG pictures.",
        remedy: "Choose a file name that ends in .mkv.")
    }
  }

  private func checkCanvas() throws(RecordError) {
    let (size, edges) = (canvas.size, MovieCanvas.edges)
    guard edges.contains(size.width), edges.contains(size.height) else {
      throw RecordError(
        .badSettings, "A movie of \(size) pixels.",
        remedy: "Choose edges of \(edges.lowerBound) to \(edges.upperBound) pixels.")
    }
    guard size.width % 2 == 0, size.height % 2 == 0 else {
      let even = PixelSize(width: size.width & ~1, height: size.height & ~1)
      throw RecordError(
        .badSettings, "A movie of \(size) pixels: both edges must be even.",
        remedy: "Choose \(even).")
    }
    guard (1...Double(MovieCanvas.maximumRate)).contains(canvas.rate.framesPerSecond) else {
      throw RecordError(
        .badSettings, "A movie of \(canvas.rate) frames a second.",
        remedy: "Choose 1 to \(MovieCanvas.maximumRate).")
    }
  }

  private func checkSound() throws(RecordError) {
    guard let sound else { return }
    guard (8000...192_000).contains(sound.sampleRate), (1...2).contains(sound.channelCount) else {
      throw RecordError(
        .badSettings, "Sound of \(sound).",
        remedy: "Choose 8000 to 192000 Hz (48000 is usual) and 1 or 2 channels.")
    }
  }
}
