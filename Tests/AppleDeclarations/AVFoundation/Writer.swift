// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Apple's names. Each comment is the path of the page below developer.apple.com/documentation.
public import CoreMedia
@_spi(Stage) public import CoreVideo
import Dispatch
public import Foundation

/// avfoundation/avfiletype
public struct AVFileType: Hashable, RawRepresentable, Sendable {
  /// avfoundation/avfiletype/rawvalue
  public let rawValue: String
  /// avfoundation/avfiletype/init(rawvalue:)
  public init(rawValue: String) { self.rawValue = rawValue }
  /// avfoundation/avfiletype/mp4
  public static let mp4 = AVFileType(rawValue: "public.mpeg-4")
}

/// avfoundation/avvideocodectype
public struct AVVideoCodecType: Hashable, RawRepresentable, Sendable {
  /// avfoundation/avvideocodectype/rawvalue
  public let rawValue: String
  /// avfoundation/avvideocodectype/init(rawvalue:)
  public init(rawValue: String) { self.rawValue = rawValue }
  /// avfoundation/avvideocodectype/h264
  public static let h264 = AVVideoCodecType(rawValue: "avc1")
  /// avfoundation/avvideocodectype/hevc
  public static let hevc = AVVideoCodecType(rawValue: "hvc1")
}

/// avfoundation/avvideocodeckey
public let AVVideoCodecKey = "AVVideoCodecKey"
/// avfoundation/avvideowidthkey
public let AVVideoWidthKey = "AVVideoWidthKey"
/// avfoundation/avvideoheightkey
public let AVVideoHeightKey = "AVVideoHeightKey"
/// avfoundation/avvideocompressionpropertieskey
public let AVVideoCompressionPropertiesKey = "AVVideoCompressionPropertiesKey"
/// avfoundation/avvideoaveragebitratekey
public let AVVideoAverageBitRateKey = "AverageBitRate"
/// avfoundation/avvideoexpectedsourceframeratekey
public let AVVideoExpectedSourceFrameRateKey = "ExpectedFrameRate"
/// avfoundation/avvideomaxkeyframeintervaldurationkey
public let AVVideoMaxKeyFrameIntervalDurationKey = "MaxKeyFrameIntervalDuration"
/// avfoundation/avvideoallowframereorderingkey
public let AVVideoAllowFrameReorderingKey = "AllowFrameReordering"
/// avfoundation/avvideocolorpropertieskey
public let AVVideoColorPropertiesKey = "AVVideoColorPropertiesKey"
/// avfoundation/avvideocolorprimarieskey
public let AVVideoColorPrimariesKey = "ColorPrimaries"
/// avfoundation/avvideocolorprimaries_itu_r_709_2
public let AVVideoColorPrimaries_ITU_R_709_2 = "ITU_R_709_2"
/// avfoundation/avvideotransferfunctionkey
public let AVVideoTransferFunctionKey = "TransferFunction"
/// avfoundation/avvideotransferfunction_itu_r_709_2
public let AVVideoTransferFunction_ITU_R_709_2 = "ITU_R_709_2"
/// avfoundation/avvideoycbcrmatrixkey
public let AVVideoYCbCrMatrixKey = "YCbCrMatrix"
/// avfoundation/avvideoycbcrmatrix_itu_r_709_2
public let AVVideoYCbCrMatrix_ITU_R_709_2 = "ITU_R_709_2"
/// avfaudio/avformatidkey
public let AVFormatIDKey = "AVFormatIDKey"
/// avfaudio/avsampleratekey
public let AVSampleRateKey = "AVSampleRateKey"
/// avfaudio/avnumberofchannelskey
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
/// avfaudio/avencoderbitratekey
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"

/// avfoundation/avassetwriter
///
/// Here: writes a line of text for each sample, and is guarded by the stand-ins' one lock.
public final class AVAssetWriter: NSObject, @unchecked Sendable {
  /// avfoundation/avassetwriter/status-swift.enum
  public enum Status: Int, Sendable {
    /// avfoundation/avassetwriter/status-swift.enum/unknown
    case unknown = 0
    /// avfoundation/avassetwriter/status-swift.enum/writing
    case writing = 1
    /// avfoundation/avassetwriter/status-swift.enum/completed
    case completed = 2
    /// avfoundation/avassetwriter/status-swift.enum/failed
    case failed = 3
    /// avfoundation/avassetwriter/status-swift.enum/cancelled
    case cancelled = 4
  }

  /// avfoundation/avassetwriter/outputurl
  public let outputURL: URL
  /// avfoundation/avassetwriter/status-swift.property
  public internal(set) var status = Status.unknown
  /// avfoundation/avassetwriter/error
  public internal(set) var error: (any Error)?
  /// avfoundation/avassetwriter/moviefragmentinterval
  public var movieFragmentInterval = CMTime.invalid
  /// avfoundation/avassetwriter/initialmoviefragmentinterval
  public var initialMovieFragmentInterval = CMTime.invalid
  /// avfoundation/avassetwriter/shouldoptimizefornetworkuse
  public var shouldOptimizeForNetworkUse = false
  var inputs: [AVAssetWriterInput] = []
  var hasSession = false

  /// avfoundation/avassetwriter/init(outputurl:filetype:)
  public init(outputURL: URL, fileType outputFileType: AVFileType) throws {
    self.outputURL = outputURL
    super.init()
    if FileManager.default.fileExists(atPath: outputURL.path) {
      Stage.current.misuse("a writer was given a file that exists")
    }
  }

  /// avfoundation/avassetwriter/canapply(outputsettings:formediatype:)
  public func canApply(
    outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType
  ) -> Bool {
    let codec = outputSettings?[AVVideoCodecKey] as? String
    return codec.map { !Stage.current.missingCodecs.contains($0) } ?? true
  }
  /// avfoundation/avassetwriter/canadd(_:)
  public func canAdd(_ input: AVAssetWriterInput) -> Bool { status == .unknown }
  /// avfoundation/avassetwriter/add(_:)
  public func add(_ input: AVAssetWriterInput) {
    guarded {
      if status != .unknown { Stage.current.misuse("an input after the start") }
      inputs.append(input)
      input.writer = self
    }
  }
  /// avfoundation/avassetwriter/startwriting()
  public func startWriting() -> Bool {
    guarded {
      guard FileManager.default.createFile(atPath: outputURL.path, contents: Data()) else {
        return fail(.unknown)
      }
      status = .writing
      return true
    }
  }
  /// avfoundation/avassetwriter/startsession(atsourcetime:)
  public func startSession(atSourceTime startTime: CMTime) { guarded { hasSession = true } }
  /// avfoundation/avassetwriter/endsession(atsourcetime:)
  public func endSession(atSourceTime endTime: CMTime) {
    _ = guarded { write("end \(endTime.seconds)") }
  }
  /// avfoundation/avassetwriter/finishwriting(completionhandler:)
  public func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {
    guarded {
      if inputs.contains(where: { !$0.isFinished }) {
        Stage.current.misuse("finished before an input was")
      }
      if status == .writing { status = .completed }
    }
    DispatchQueue(label: "stand-in writer").async { handler() }
  }
  /// avfoundation/avassetwriter/cancelwriting(): nothing for one that has failed or is completed
  public func cancelWriting() {
    guarded {
      guard ![.failed, .completed].contains(status) else { return }
      status = .cancelled
      try? FileManager.default.removeItem(at: outputURL)
    }
  }

  @discardableResult
  func fail(_ code: AVError.Code) -> Bool {
    (status, error) = (.failed, AVError(code))
    return false
  }

  @discardableResult
  func write(_ line: String) -> Bool {
    if let code = Stage.current.writerFailure { return fail(code) }
    guard let file = try? FileHandle(forWritingTo: outputURL) else { return fail(.unknown) }
    defer { try? file.close() }
    _ = try? file.seekToEnd()
    try? file.write(contentsOf: Data((line + "\n").utf8))
    return true
  }
}

/// avfoundation/avassetwriterinput
public final class AVAssetWriterInput: NSObject, _KeyValueCodingAndObserving {
  let media: AVMediaType
  let settings: [String: Any]?
  weak var writer: AVAssetWriter?
  private(set) var isFinished = false

  /// avfoundation/avassetwriterinput/init(mediatype:outputsettings:)
  public init(mediaType: AVMediaType, outputSettings: [String: Any]?) {
    (media, settings) = (mediaType, outputSettings)
  }
  /// avfoundation/avassetwriterinput/expectsmediadatainrealtime
  public var expectsMediaDataInRealTime = false
  /// avfoundation/avassetwriterinput/isreadyformoremediadata
  public var isReadyForMoreMediaData: Bool { true }
  /// avfoundation/avassetwriterinput/append(_:)
  public func append(_ sampleBuffer: CMSampleBuffer) -> Bool {
    put(
      "\(media.rawValue) \(sampleBuffer.presentationTimeStamp.seconds) \(sampleBuffer.numSamples)")
  }
  /// avfoundation/avassetwriterinput/markasfinished()
  public func markAsFinished() { guarded { isFinished = true } }

  func put(_ line: String) -> Bool {
    guarded {
      guard let writer, writer.status == .writing, writer.hasSession, !isFinished else {
        if writer?.status != .failed { Stage.current.misuse("a sample outside of a session") }
        return false
      }
      return writer.write(line)
    }
  }
}

/// avfoundation/avassetwriterinputpixelbufferadaptor
public final class AVAssetWriterInputPixelBufferAdaptor: NSObject {
  private let input: AVAssetWriterInput
  private let pool: CVPixelBufferPool

  /// avfoundation/avassetwriterinputpixelbufferadaptor/init(assetwriterinput:sourcepixelbufferattributes:)
  public init(
    assetWriterInput input: AVAssetWriterInput,
    sourcePixelBufferAttributes: [String: Any]? = nil
  ) {
    self.input = input
    pool = CVPixelBufferPool(
      width: sourcePixelBufferAttributes?[kCVPixelBufferWidthKey as String] as? Int ?? 0,
      height: sourcePixelBufferAttributes?[kCVPixelBufferHeightKey as String] as? Int ?? 0,
      format: sourcePixelBufferAttributes?[kCVPixelBufferPixelFormatTypeKey as String] as? OSType
        ?? 0)
  }
  /// avfoundation/avassetwriterinputpixelbufferadaptor/pixelbufferpool: nil before the writing starts
  public var pixelBufferPool: CVPixelBufferPool? {
    guarded { input.writer?.status == .writing ? pool : nil }
  }
  /// avfoundation/avassetwriterinputpixelbufferadaptor/append(_:withpresentationtime:)
  public func append(_ pixelBuffer: CVPixelBuffer, withPresentationTime presentationTime: CMTime)
    -> Bool
  {
    input.put("vide \(presentationTime.seconds)")
  }
}
