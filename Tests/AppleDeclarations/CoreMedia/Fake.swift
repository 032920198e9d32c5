public import CoreVideo
public import Foundation

extension CMFormatDescription {
  /// A camera's format, for tests.
  @_spi(Stage) public convenience init(video type: OSType, width: Int, height: Int) {
    self.init(type, CMVideoDimensions(width: Int32(width), height: Int32(height)), nil)
  }

  /// A microphone's format, for tests.
  @_spi(Stage) public convenience init(sound: AudioStreamBasicDescription) {
    self.init(sound.mFormatID, CMVideoDimensions(width: 0, height: 0), sound)
  }
}

extension CMSampleBuffer {
  /// A picture, for tests.
  @_spi(Stage) public convenience init(image: CVImageBuffer, time: CMTime) {
    self.init(image: image, data: nil, time: time, format: nil, count: 1)
  }

  /// Sound, for tests.
  @_spi(Stage)
  public convenience init(sound: Data, count: Int, format: CMFormatDescription, time: CMTime) {
    self.init(image: nil, data: sound, time: time, format: format, count: count)
  }
}

extension CMClock {
  /// A clock that is so many seconds ahead of the host's, for tests.
  @_spi(Stage) public convenience init(secondsAhead: Int64) { self.init(ahead: secondsAhead) }
}
