public import MediaTypes
public import RecordCore

/// What a recording is to be and how it behaves; the usual is what a person expects of a camera.
public struct RecordingSettings: Sendable {
  /// The movie's picture, the same from its start to its end whatever cameras there are.
  public var canvas = MovieCanvas()
  /// How pictures are compressed.
  public var video = VideoCodec.automatic
  /// Whether pictures that a camera has compressed itself (MJPEG; H.264 of network cameras and films) go into
  /// the file untouched where the canvas allows it, which costs next to nothing. The canvas has to be of
  /// the camera's size, and should be of its rate.
  public var passesThrough = false
  /// The movie's sound; nil for none. A session without a microphone makes movies without sound; one
  /// whose microphone is lost or not there yet makes silence.
  public var sound: SoundFormat? = SoundFormat()
  /// Whether the turn of a flip is seen in the movie, drawn as in the preview. Otherwise the old picture
  /// stays until the new one is there.
  public var recordsFlip = false
  /// When it says that the disk fills up and when it ends for that; how long late frames are waited for.
  public var limits = TakeLimits()
  /// Whether it may be begun before the session starts, and then has the first picture that comes: for
  /// films, of which nothing is to be missed. A session that does not start leaves no file.
  public var precedesStart = false
  /// Whether a movie of that name is replaced, at the end and in one step.
  public var overwrites = false
  /// The program's name for the file's tags.
  public var software = "Viewfinder"

  /// The usual: 1280x720 at 30, stereo.
  public init() {}
}
