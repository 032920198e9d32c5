import MediaTypes

/// The lamp in the corner of the badge that is lit while the microphone beeps.
///
/// It is as bright as the share of the exposure that falls into the flash.
struct Flash: Sendable {
  private static let steps = 32
  private static let dark: (Double, Double, Double) = (0x2b, 0x3a, 0x49)
  private static let lit: (Double, Double, Double) = (0xff, 0xf4, 0xd8)

  private let sprites: [Sprite]
  private let x: Int
  private let y: Int

  init(size: PixelSize, format: PixelFormat, color: ColorDescription) {
    let area = FlashArea(width: Double(size.width), height: Double(size.height))
    (x, y) = (Self.even(area.x), Self.even(area.y))
    let lamp = PixelSize(
      width: max(2, Self.even(area.width)), height: max(2, Self.even(area.height)))
    sprites = (0...Self.steps).map { step in
      let canvas = Canvas(lamp)
      let outline = { (corner: Double) in
        Path.rectangle(0, 0, canvas.width, canvas.height, corner: corner)
      }
      canvas.fill(outline(0), Badge.panel)
      canvas.fill(outline(canvas.height / 2), Self.ink(Double(step) / Double(Self.steps)))
      return Sprite(canvas, format: format, color: color)
    }
  }

  /// The colour between dark and lit, even steps of brightness apart.
  private static func ink(_ share: Double) -> Ink {
    let mix = { (dark: Double, lit: Double) in UInt32((dark + (lit - dark) * share).rounded()) }
    return Ink(mix(dark.0, lit.0) << 16 | mix(dark.1, lit.1) << 8 | mix(dark.2, lit.2))
  }

  /// Draws the lamp of a picture.
  func draw(
    at time: MediaTime, exposure: MediaTime, into frame: UnsafeMutableRawBufferPointer,
    like plate: Plate
  ) {
    let share = Metronome.flashShare(from: time, exposure: exposure)
    let step = Int((share * Double(Self.steps)).rounded())
    unsafe sprites[step].draw(x: x, y: y, into: frame, like: plate)
  }

  private static func even(_ pixels: Double) -> Int { Int((pixels / 2).rounded()) * 2 }
}

/// Where the lamp of the flash lies in a picture: in the badge, below the title and beside the counter.
struct FlashArea {
  let x: Double
  let y: Double
  let width: Double
  let height: Double

  init(width: Double, height: Double) {
    let grid = FrameCodeGrid(width: width, height: height)
    (self.width, self.height) = (4 * grid.unit, 1.6 * grid.unit)
    x = grid.left + 30 * grid.unit
    y = grid.top + 7.9 * grid.unit
  }
}
