// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Apple's names. Each comment is the path of the page below developer.apple.com/documentation.
public import CoreVideo
public import Foundation

/// coremedia/cmtimevalue
public typealias CMTimeValue = Int64
/// coremedia/cmtimescale
public typealias CMTimeScale = Int32

/// coremedia/cmtime
public struct CMTime: Sendable {
  /// coremedia/cmtime/value
  public var value: CMTimeValue
  /// coremedia/cmtime/timescale
  public var timescale: CMTimeScale

  /// coremedia/cmtime/init(value:timescale:)
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    (self.value, self.timescale) = (value, timescale)
  }

  /// coremedia/cmtime/init(seconds:preferredtimescale:)
  public init(seconds: Double, preferredTimescale: CMTimeScale) {
    self.init(
      value: Int64((seconds * Double(preferredTimescale)).rounded()), timescale: preferredTimescale)
  }

  /// coremedia/cmtime/seconds
  public var seconds: Double { Double(value) / Double(timescale) }
  /// coremedia/cmtime/isnumeric
  public var isNumeric: Bool { timescale > 0 }
  /// coremedia/cmtime/invalid
  public static let invalid = CMTime(value: 0, timescale: 0)
  /// coremedia/cmtime/zero
  public static let zero = CMTime(value: 0, timescale: 1)

  /// coremedia/cmtime/convertscale(_:method:)
  public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    let scaled = Double(value) * Double(newTimescale) / Double(timescale)
    let exact = value.multipliedReportingOverflow(by: Int64(newTimescale))
    return CMTime(
      value: exact.overflow ? Int64(scaled) : exact.partialValue / Int64(timescale),
      timescale: newTimescale)
  }
}

/// coremedia/cmtimeroundingmethod
public enum CMTimeRoundingMethod: UInt32, Sendable {
  /// coremedia/cmtimeroundingmethod/default
  case `default` = 1
}

/// coremedia/cmclock
public final class CMClock: Sendable {
  /// Seconds ahead of the host's clock, of the stand-in.
  let ahead: Int64
  init(ahead: Int64) { self.ahead = ahead }
}
/// coremedia/cmclockortimebase
public typealias CMClockOrTimebase = AnyObject

private let hostTimeClock = CMClock(ahead: 0)

/// coremedia/cmclockgethosttimeclock()
public func CMClockGetHostTimeClock() -> CMClock { hostTimeClock }

/// coremedia/cmsyncconverttime(_:from:to:)
public func CMSyncConvertTime(
  _ time: CMTime, from fromClockOrTimebase: CMClockOrTimebase,
  to toClockOrTimebase: CMClockOrTimebase
) -> CMTime {
  guard let from = fromClockOrTimebase as? CMClock, let to = toClockOrTimebase as? CMClock else {
    return .invalid
  }
  return CMTime(
    value: time.value + (to.ahead - from.ahead) * Int64(time.timescale), timescale: time.timescale)
}

/// coremedia/cmvideodimensions
public struct CMVideoDimensions: Sendable {
  /// coremedia/cmvideodimensions/width
  public var width: Int32
  /// coremedia/cmvideodimensions/height
  public var height: Int32
  /// coremedia/cmvideodimensions/init(width:height:)
  public init(width: Int32, height: Int32) { (self.width, self.height) = (width, height) }
}

/// coremedia/cmformatdescription
public final class CMFormatDescription: Sendable {
  /// coremedia/cmformatdescription/mediasubtype-swift.struct
  public struct MediaSubType: Hashable, RawRepresentable, Sendable {
    /// coremedia/cmformatdescription/mediasubtype-swift.struct/rawvalue
    public let rawValue: UInt32
    /// coremedia/cmformatdescription/mediasubtype-swift.struct/init(rawvalue:)
    public init(rawValue: UInt32) { self.rawValue = rawValue }
  }

  /// coremedia/cmformatdescription/mediasubtype-swift.property
  public let mediaSubType: MediaSubType
  /// coremedia/cmformatdescription/dimensions
  public let dimensions: CMVideoDimensions
  /// coremedia/cmformatdescription/audiostreambasicdescription
  public let audioStreamBasicDescription: AudioStreamBasicDescription?

  init(_ type: UInt32, _ dimensions: CMVideoDimensions, _ sound: AudioStreamBasicDescription?) {
    mediaSubType = MediaSubType(rawValue: type)
    self.dimensions = dimensions
    audioStreamBasicDescription = sound
  }
}

/// coremedia/cmaudioformatdescription
public typealias CMAudioFormatDescription = CMFormatDescription

/// coremedia/cmblockbuffer
public final class CMBlockBuffer {
  var bytes: Data
  init(_ bytes: Data) { self.bytes = bytes }
  /// coremedia/cmblockbuffer/databytes()
  public func dataBytes() throws -> Data { bytes }
}

/// coremedia/cmitemcount
public typealias CMItemCount = Int

/// coremedia/cmsamplebuffer
public final class CMSampleBuffer {
  /// coremedia/cmsamplebuffer/imagebuffer
  public let imageBuffer: CVImageBuffer?
  /// coremedia/cmsamplebuffer/databuffer
  public let dataBuffer: CMBlockBuffer?
  /// coremedia/cmsamplebuffer/presentationtimestamp
  public let presentationTimeStamp: CMTime
  /// coremedia/cmsamplebuffer/formatdescription
  public let formatDescription: CMFormatDescription?
  /// coremedia/cmsamplebuffer/numsamples
  public let numSamples: CMItemCount

  init(
    image: CVImageBuffer?, data: Data?, time: CMTime, format: CMFormatDescription?, count: Int
  ) {
    imageBuffer = image
    dataBuffer = data.map(CMBlockBuffer.init)
    presentationTimeStamp = time
    formatDescription = format
    numSamples = count
  }
}
