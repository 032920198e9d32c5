import CPipeWire
import CPipeWireShims
import CaptureCore
import MediaTypes
import Testing

@testable import CapturePipeWire

struct FormatListTests {
  @Test func aFixedFormatIsOneMode() {
    let parameter = Self.raw(
      .init(.id(SPA_VIDEO_FORMAT_YUY2.rawValue)), size: .init(Self.size(640, 480)),
      rate: .init(.fraction(numerator: 15, denominator: 1)))
    #expect(
      FormatList.formats(parameter) == [
        CameraFormat(
          pixelFormat: .yuyv, size: PixelSize(width: 640, height: 480), rate: FrameRate(15))
      ])
  }

  @Test func listsAreMultipliedOutWithTheirFirstOnceOnly() {
    let parameter = Self.raw(
      .init(anyOf: [SPA_VIDEO_FORMAT_NV12, SPA_VIDEO_FORMAT_I420].map { .id($0.rawValue) }),
      size: .init(anyOf: [Self.size(1280, 720), Self.size(640, 360)]),
      rate: .init(anyOf: [30, 15].map { .fraction(numerator: $0, denominator: 1) }))
    let formats = FormatList.formats(parameter)
    #expect(formats.count == 8)
    #expect(Set(formats).count == 8)
    #expect(formats[0].description == "NV12 1280x720 at 30")
  }

  @Test func rangesAreReadAsTheUsualModesWithinThem() {
    let parameter = Self.raw(
      .init(.id(SPA_VIDEO_FORMAT_NV12.rawValue)),
      size: .init(.range, [Self.size(800, 500), Self.size(320, 240), Self.size(1920, 1080)]),
      rate: .init(
        .range,
        [(30, 1), (0, 1), (60, 1)].map { .fraction(numerator: $0.0, denominator: $0.1) }))
    let formats = FormatList.formats(parameter)
    let sizes = Set(formats.map(\.size.description))
    #expect(sizes.isSuperset(of: ["800x500", "320x240", "1280x720", "1920x1080"]))
    #expect(!sizes.contains("3840x2160"))
    let rates = Set(formats.compactMap(\.rate?.framesPerSecond))
    #expect(rates == [15, 24, 25, 30, 50, 60])
  }

  @Test func motionJPEGIsAFormatOfItsOwn() {
    var parameter = Self.raw(nil, size: .init(Self.size(640, 480)), rate: nil)
    parameter.properties[SPA_FORMAT_mediaSubtype.rawValue] = .init(
      .id(SPA_MEDIA_SUBTYPE_mjpg.rawValue))
    #expect(FormatList.formats(parameter).first?.pixelFormat == .mjpeg)
  }

  @Test func aRateThatIsNotNamedStaysUnknown() {
    for rate: PodChoice? in [nil, .init(.fraction(numerator: 0, denominator: 0)), .init(.int(3))] {
      let parameter = Self.raw(
        .init(.id(SPA_VIDEO_FORMAT_NV12.rawValue)), size: .init(Self.size(640, 480)), rate: rate)
      #expect(FormatList.formats(parameter).map(\.rate) == [nil])
    }
  }

  @Test func whatIsNoUseIsLeftOut() {
    let encoded = PodChoice(.id(SPA_VIDEO_FORMAT_ENCODED.rawValue))
    let nv12 = PodChoice(.id(SPA_VIDEO_FORMAT_NV12.rawValue))
    #expect(FormatList.formats(Self.raw(encoded, size: .init(Self.size(64, 64)))).isEmpty)
    #expect(FormatList.formats(Self.raw(nv12, size: .init(Self.size(0, 64)))).isEmpty)
    #expect(FormatList.formats(Self.raw(nv12, size: .init(Self.size(64, 1 << 20)))).isEmpty)
    #expect(FormatList.formats(Self.raw(nv12, size: nil)).isEmpty)
    var audio = Self.raw(nv12, size: .init(Self.size(64, 64)))
    audio.properties[SPA_FORMAT_mediaType.rawValue] = .init(.id(SPA_MEDIA_TYPE_audio.rawValue))
    #expect(FormatList.formats(audio).isEmpty)
  }

  @Test func aRangeThatIsUpsideDownDoesNotCrash() {
    let parameter = Self.raw(
      .init(.id(SPA_VIDEO_FORMAT_NV12.rawValue)),
      size: .init(.range, [Self.size(64, 64), Self.size(4000, 4000), Self.size(1, 1)]),
      rate: .init(
        .range,
        [(30, 1), (60, 1), (10, 1)].map { .fraction(numerator: $0.0, denominator: $0.1) }))
    #expect(FormatList.formats(parameter).contains { $0.size.width == 64 })
  }

  @Test func anEndlessListIsCut() {
    let sizes = (1...900).map { Self.size($0, $0) }
    let parameter = Self.raw(
      .init(.id(SPA_VIDEO_FORMAT_NV12.rawValue)), size: .init(anyOf: sizes),
      rate: .init(anyOf: (1...9).map { .fraction(numerator: $0, denominator: 1) }))
    #expect(FormatList.formats(parameter).count == FormatList.maximumCount)
  }

  @Test func theOfferHoldsTheWishFirstAndAnythingOfItsKindThen() throws {
    let wish = CameraFormat(
      pixelFormat: .bgra, size: PixelSize(width: 640, height: 360), rate: .fps30)
    let offer = FormatOffer.parameters(for: wish, sharing: false)
    #expect(offer.count == 2)
    #expect(FormatList.formats(offer[0]) == [wish])
    #expect(FormatList.formats(offer[1]).first == wish)
    #expect(FormatList.formats(offer[1]).count > 20)
    let jpeg = CameraFormat(pixelFormat: .mjpeg, size: wish.size, rate: nil)
    #expect(FormatList.formats(FormatOffer.parameters(for: jpeg, sharing: true)[0]) == [jpeg])
  }

  @Test func colourIsTheSourcesWhereItSaysSoAndTheUsualElse() throws {
    var parameter = Self.raw(
      .init(.id(SPA_VIDEO_FORMAT_NV12.rawValue)), size: .init(Self.size(640, 480)))
    #expect(NegotiatedFormat(parameter)?.color == .webcam)
    parameter.properties[SPA_FORMAT_VIDEO_colorMatrix.rawValue] = .init(
      .id(SPA_VIDEO_COLOR_MATRIX_BT709.rawValue))
    parameter.properties[SPA_FORMAT_VIDEO_colorRange.rawValue] = .init(
      .id(SPA_VIDEO_COLOR_RANGE_0_255.rawValue))
    parameter.properties[SPA_FORMAT_VIDEO_transferFunction.rawValue] = .init(
      .id(SPA_VIDEO_TRANSFER_BT709.rawValue))
    parameter.properties[SPA_FORMAT_VIDEO_colorPrimaries.rawValue] = .init(
      .id(SPA_VIDEO_COLOR_PRIMARIES_BT2020.rawValue))
    #expect(
      NegotiatedFormat(parameter)?.color
        == ColorDescription(matrix: .bt709, range: .full, transfer: .bt709, primaries: .bt2020))
    parameter.properties[SPA_FORMAT_VIDEO_colorMatrix.rawValue] = .init(.id(999))
    #expect(NegotiatedFormat(parameter)?.color.matrix == .bt601)
  }

  static func size(_ width: Int, _ height: Int) -> PodValue {
    .rectangle(PixelSize(width: width, height: height))
  }

  @Test func sharedMemoryIsPreferredWhenItIsOfUse() throws {
    let wish = CameraFormat(
      pixelFormat: .nv12, size: PixelSize(width: 640, height: 360), rate: .fps30)
    let plain = FormatOffer.parameters(for: wish, sharing: false)
    let offer = FormatOffer.parameters(for: wish, sharing: true)
    let key = SPA_FORMAT_VIDEO_modifier.rawValue
    #expect(offer.count == 4 && [offer[1], offer[3]] == plain)
    for shared in [offer[0], offer[2]] {
      #expect(shared[key]?.flags == [.mandatory, .staysOpen])
      #expect(shared[key]?.values == [.long(0), .long(0)])
      #expect(FormatList.formats(shared).first == wish)
    }
    func types(_ parameter: PodObject, sharing: Bool) throws -> PodValue? {
      let agreed = try #require(NegotiatedFormat(parameter))
      let answer = FormatOffer.bufferParameters(for: agreed, sharing: sharing)[0]
      return answer[SPA_PARAM_BUFFERS_dataType.rawValue]?.values.first
    }
    // Bits by `spa_data_type`: 1 memory, 2 a file's, 3 a dmabuf's.
    #expect(try types(offer[0], sharing: true) == .int(0b1000))
    #expect(try types(offer[1], sharing: true) == .int(0b1110))
    #expect(try types(offer[1], sharing: false) == .int(0b0110))
  }

  static func raw(
    _ format: PodChoice?, size: PodChoice?, rate: PodChoice? = nil
  ) -> PodObject {
    var object = PodObject(
      type: UInt32(SPA_TYPE_OBJECT_Format), id: SPA_PARAM_EnumFormat.rawValue,
      properties: [
        SPA_FORMAT_mediaType.rawValue: PodChoice(.id(SPA_MEDIA_TYPE_video.rawValue)),
        SPA_FORMAT_mediaSubtype.rawValue: PodChoice(.id(SPA_MEDIA_SUBTYPE_raw.rawValue)),
      ])
    object.properties[SPA_FORMAT_VIDEO_format.rawValue] = format
    object.properties[SPA_FORMAT_VIDEO_size.rawValue] = size
    object.properties[SPA_FORMAT_VIDEO_framerate.rawValue] = rate
    return object
  }
}
