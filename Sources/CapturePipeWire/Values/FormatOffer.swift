import CPipeWire
import CaptureCore
import MediaTypes

/// The parameters that a stream offers to PipeWire, and what it makes of the answer.
enum FormatOffer {
  /// `DRM_FORMAT_MOD_LINEAR`: rows from top to bottom. The only layout that is asked for, since each
  /// frame can also be read by the processor, for movies and photos.
  static let linear: Int64 = 0

  /// What to connect with: the wish exactly, then the same pixel format in any size and rate.
  ///
  /// - Parameter sharing: whether memory that the kernel shares between devices is of use; it is then
  ///   preferred, from those who know that they have it (with modifiers).
  static func parameters(for wish: CameraFormat, sharing: Bool) -> [PodObject] {
    let plain = [exactly(wish), loosely(wish)]
    guard sharing, !wish.pixelFormat.isCompressed else { return plain }
    return plain.flatMap { format -> [PodObject] in
      var shared = format
      shared.properties[SPA_FORMAT_VIDEO_modifier.rawValue] = PodChoice(
        anyOf: [.long(linear)], flags: [.mandatory, .staysOpen])
      return [shared, format]
    }
  }

  private static func exactly(_ wish: CameraFormat) -> PodObject {
    format(
      wish, size: PodChoice(.rectangle(wish.size)), rate: wish.rate.map { PodChoice(fraction($0)) })
  }

  private static func loosely(_ wish: CameraFormat) -> PodObject {
    let least = PodValue.rectangle(PixelSize(width: 1, height: 1))
    let edge = PixelSize.maximumEdge
    let greatest = PodValue.rectangle(PixelSize(width: edge, height: edge))
    return format(
      wish, size: PodChoice(.range, [.rectangle(wish.size), least, greatest]),
      rate: PodChoice(
        .range,
        [
          fraction(wish.rate ?? .fps30), .fraction(numerator: 0, denominator: 1),
          .fraction(numerator: 1000, denominator: 1),
        ]))
  }

  private static func format(
    _ wish: CameraFormat, size: PodChoice, rate: PodChoice?
  ) -> PodObject {
    let subtype = wish.pixelFormat == .mjpeg ? SPA_MEDIA_SUBTYPE_mjpg : SPA_MEDIA_SUBTYPE_raw
    var object = PodObject(
      type: UInt32(SPA_TYPE_OBJECT_Format), id: SPA_PARAM_EnumFormat.rawValue,
      properties: [
        SPA_FORMAT_mediaType.rawValue: PodChoice(.id(SPA_MEDIA_TYPE_video.rawValue)),
        SPA_FORMAT_mediaSubtype.rawValue: PodChoice(.id(subtype.rawValue)),
        SPA_FORMAT_VIDEO_size.rawValue: size,
      ])
    object.properties[SPA_FORMAT_VIDEO_framerate.rawValue] = rate
    let ids = VideoFormats.ids(wish.pixelFormat).map { PodValue.id($0) }
    if !ids.isEmpty {
      object.properties[SPA_FORMAT_VIDEO_format.rawValue] = PodChoice(anyOf: ids)
    }
    return object
  }

  private static func fraction(_ rate: FrameRate) -> PodValue {
    .fraction(
      numerator: UInt32(clamping: rate.numerator), denominator: UInt32(clamping: rate.denominator))
  }

  /// What to ask for once the format is known: memory that can be read, the frame's header, which part
  /// of the picture is to be seen, and how it was turned.
  ///
  /// - Parameters:
  ///   - agreed: what was agreed on; with a modifier the memory is a shared one.
  ///   - sharing: whether shared memory is of use also from those who know no modifiers: of cameras it
  ///     is linear.
  static func bufferParameters(for agreed: NegotiatedFormat, sharing: Bool) -> [PodObject] {
    let format = agreed.format
    var buffers = PodObject(
      type: UInt32(SPA_TYPE_OBJECT_ParamBuffers), id: SPA_PARAM_Buffers.rawValue,
      properties: [
        SPA_PARAM_BUFFERS_buffers.rawValue: PodChoice(.range, [.int(6), .int(2), .int(16)]),
        SPA_PARAM_BUFFERS_dataType.rawValue: PodChoice(
          .flags, [.int(memoryTypes(agreed, sharing: sharing))]),
      ])
    if format.pixelFormat.isCompressed {
      // Nothing tells how long a compressed frame can be: as long as the raw one is enough.
      let byteCount = Int32(clamping: max(format.size.area, 1 << 15) * 2)
      buffers.properties[SPA_PARAM_BUFFERS_size.rawValue] = PodChoice(
        .range, [.int(byteCount), .int(byteCount), .int(.max)])
    }
    return [
      buffers, meta(SPA_META_Header, byteCount: MemoryLayout<spa_meta_header>.size),
      meta(SPA_META_VideoCrop, byteCount: MemoryLayout<spa_meta_region>.size),
      meta(SPA_META_VideoTransform, byteCount: MemoryLayout<spa_meta_videotransform>.size),
    ]
  }

  private static func memoryTypes(_ agreed: NegotiatedFormat, sharing: Bool) -> Int32 {
    let plain = Int32(1 << SPA_DATA_MemPtr.rawValue | 1 << SPA_DATA_MemFd.rawValue)
    let shared = Int32(1 << SPA_DATA_DmaBuf.rawValue)
    if agreed.isShared { return shared }
    return sharing && !agreed.format.pixelFormat.isCompressed ? plain | shared : plain
  }

  private static func meta(_ type: spa_meta_type, byteCount: Int) -> PodObject {
    PodObject(
      type: UInt32(SPA_TYPE_OBJECT_ParamMeta), id: SPA_PARAM_Meta.rawValue,
      properties: [
        SPA_PARAM_META_type.rawValue: PodChoice(.id(type.rawValue)),
        SPA_PARAM_META_size.rawValue: PodChoice(.int(Int32(byteCount))),
      ])
  }
}

/// The format that both sides agreed on.
struct NegotiatedFormat: Hashable {
  let format: CameraFormat
  let color: ColorDescription
  /// Whether the memory is one that the kernel shares between devices, by its layout (a modifier).
  let isShared: Bool

  /// Reads the answer; nil for what this project cannot use.
  init?(_ parameter: PodObject) {
    guard let format = FormatList.formats(parameter).first else { return nil }
    self.format = format
    color = ColorDescription(parameter, pixelFormat: format.pixelFormat)
    isShared = parameter[SPA_FORMAT_VIDEO_modifier.rawValue] != nil
  }
}
