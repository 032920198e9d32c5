import MediaTypes

/// The patch in a picture that is bright while the microphone beeps, and dark else.
///
/// It is as bright as the share of the exposure that falls into the flash.
struct Flash: Sendable {
  private static let steps = 32

  private let sprites: [Sprite]
  private let x: Int
  private let y: Int

  init(size: PixelSize, format: PixelFormat, color: ColorDescription) {
    let area = FlashArea(width: Double(size.width), height: Double(size.height))
    (x, y) = (Self.even(area.x), Self.even(area.y))
    let patch = PixelSize(
      width: max(2, Self.even(area.width)), height: max(2, Self.even(area.height)))
    sprites = (0...Self.steps).map { step in
      let level = UInt32(24 + 224 * step / Self.steps)
      let canvas = Canvas(patch)
      canvas.fill(
        .rectangle(0, 0, canvas.width, canvas.height), Ink(level << 16 | level << 8 | level))
      return Sprite(canvas, format: format, color: color)
    }
  }

  /// Draws the patch of a picture.
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

/// Where the patch of the flash lies in a picture: in the middle of its width, in the upper third, so
/// that it survives mirroring and any crop that leaves something to see.
struct FlashArea {
  let x: Double
  let y: Double
  let width: Double
  let height: Double

  init(width: Double, height: Double) {
    let unit = min(width, height) / 60
    (self.width, self.height) = (14 * unit, 8 * unit)
    x = (width - self.width) / 2
    y = height / 2 - 18 * unit
  }
}
