import CPipeWire
import CaptureCore
import MediaTypes

/// The modes that one format parameter (`SPA_PARAM_EnumFormat`) stands for.
enum FormatList {
  /// The most modes that are read of one camera.
  static let maximumCount = 512

  /// Every combination of pixel format, size and rate that this project can use, in the camera's
  /// order; none for sound, for unknown formats, and for what makes no sense.
  static func formats(_ parameter: PodObject) -> [CameraFormat] {
    var result: [CameraFormat] = []
    for pixelFormat in pixelFormats(parameter) {
      for size in sizes(parameter[SPA_FORMAT_VIDEO_size.rawValue]) {
        for rate in rates(parameter[SPA_FORMAT_VIDEO_framerate.rawValue]) {
          guard result.count < maximumCount else { return result }
          let format = CameraFormat(pixelFormat: pixelFormat, size: size, rate: rate)
          if !result.contains(format) { result.append(format) }
        }
      }
    }
    return result
  }

  /// The pixel formats of a parameter, each once.
  static func pixelFormats(_ parameter: PodObject) -> [PixelFormat] {
    guard parameter.type == UInt32(SPA_TYPE_OBJECT_Format),
      first(parameter, SPA_FORMAT_mediaType) == .id(SPA_MEDIA_TYPE_video.rawValue)
    else { return [] }
    switch first(parameter, SPA_FORMAT_mediaSubtype) {
    case .id(SPA_MEDIA_SUBTYPE_mjpg.rawValue): return [.mjpeg]
    case .id(SPA_MEDIA_SUBTYPE_raw.rawValue):
      return (parameter[SPA_FORMAT_VIDEO_format.rawValue]?.values ?? []).reduce(into: []) {
        if case .id(let id) = $1, let format = VideoFormats.pixelFormat(id), !$0.contains(format) {
          $0.append(format)
        }
      }
    default: return []
    }
  }

  private static func first(_ parameter: PodObject, _ key: spa_format) -> PodValue? {
    parameter[key.rawValue]?.values.first
  }

  // A range of sizes has no end of members: those in common use stand for it, and its limits.
  private static let usualSizes = [
    (320, 240), (640, 360), (640, 480), (800, 600), (1280, 720), (1920, 1080), (3840, 2160),
  ].map { PixelSize(width: $0, height: $1) }

  private static func sizes(_ choice: PodChoice?) -> [PixelSize] {
    let named = (choice?.values ?? []).compactMap { value -> PixelSize? in
      guard case .rectangle(let size) = value, size.isValid else { return nil }
      return size
    }
    guard let choice, choice.kind == .range || choice.kind == .step, named.count >= 3 else {
      return unique(named)
    }
    let (least, greatest) = (named[1], named[2])
    let inside = usualSizes.filter {
      (least.width...max(least.width, greatest.width)).contains($0.width)
        && (least.height...max(least.height, greatest.height)).contains($0.height)
    }
    return unique([named[0]] + inside + [greatest])
  }

  private static let usualRates = [15, 24, 25, 30, 50, 60, 120].compactMap { FrameRate($0) }

  // nil stands for a rate that the camera does not name: 0/1 is "variable", 0/0 a driver's mistake.
  private static func rates(_ choice: PodChoice?) -> [FrameRate?] {
    let named = (choice?.values ?? []).map { value -> FrameRate? in
      guard case .fraction(let numerator, let denominator) = value else { return nil }
      return FrameRate(Int(numerator), per: Int(denominator))
    }
    guard let choice, choice.kind == .range || choice.kind == .step, named.count >= 3 else {
      let known = unique(named.compactMap(\.self))
      return known.isEmpty ? [nil] : known
    }
    let inside = usualRates.filter { rate in
      (named[1].map { $0 <= rate } ?? true) && (named[2].map { rate <= $0 } ?? true)
    }
    let known = unique(([named[0]] + inside + [named[2]]).compactMap(\.self))
    return known.isEmpty ? [nil] : known
  }

  private static func unique<Value: Hashable>(_ values: [Value]) -> [Value] {
    var seen: Set<Value> = []
    return values.filter { seen.insert($0).inserted }
  }
}
