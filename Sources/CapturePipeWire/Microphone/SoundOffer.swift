import CPipeWire
import CaptureCore
import MediaTypes

/// The format that a stream of sound offers to PipeWire, which converts to it, and the answer.
enum SoundOffer {
  /// Interleaved 32-bit floats in the wished rate and channels.
  static func parameters(for wish: SoundFormat) -> [PodObject] {
    var object = PodObject(
      type: UInt32(SPA_TYPE_OBJECT_Format), id: SPA_PARAM_EnumFormat.rawValue,
      properties: [
        SPA_FORMAT_mediaType.rawValue: PodChoice(.id(SPA_MEDIA_TYPE_audio.rawValue)),
        SPA_FORMAT_mediaSubtype.rawValue: PodChoice(.id(SPA_MEDIA_SUBTYPE_raw.rawValue)),
        SPA_FORMAT_AUDIO_format.rawValue: PodChoice(.id(sample)),
        SPA_FORMAT_AUDIO_rate.rawValue: PodChoice(.int(Int32(clamping: wish.sampleRate))),
        SPA_FORMAT_AUDIO_channels.rawValue: PodChoice(.int(Int32(clamping: wish.channelCount))),
      ])
    object.properties[SPA_FORMAT_AUDIO_position.rawValue] = positions(wish.channelCount)
      .map { PodChoice(.ids($0)) }
    return [object]
  }

  private static let sample = SPA_AUDIO_FORMAT_F32_LE.rawValue

  /// Where the channels are heard, so that one channel is spread over two and the other way round.
  private static func positions(_ channelCount: Int) -> [UInt32]? {
    switch channelCount {
    case 1: [SPA_AUDIO_CHANNEL_MONO.rawValue]
    case 2: [SPA_AUDIO_CHANNEL_FL.rawValue, SPA_AUDIO_CHANNEL_FR.rawValue]
    default: nil
    }
  }

  /// Reads what both sides agreed on.
  ///
  /// - Returns: nil when it is not 32-bit floats, or no sound.
  static func agreed(_ answer: PodObject) -> SoundFormat? {
    guard case .id(sample)? = answer[SPA_FORMAT_AUDIO_format.rawValue]?.values.first,
      case .int(let rate)? = answer[SPA_FORMAT_AUDIO_rate.rawValue]?.values.first,
      case .int(let channels)? = answer[SPA_FORMAT_AUDIO_channels.rawValue]?.values.first
    else { return nil }
    let format = SoundFormat(sampleRate: Int(rate), channelCount: Int(channels))
    return format.isValid ? format : nil
  }
}
