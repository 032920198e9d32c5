import MediaTypes

/// The panel in each picture that says which camera it is, when the picture was taken and which one
/// it is, for people and, as a code, for programs.
///
/// An arrow beside the name shows which way is up, and the lettering whether the picture is mirrored.
struct Badge: Sendable {
  static let panel = Ink(0x18232f)
  private static let bright = Ink(0xf7f4ec)
  private static let muted = Ink(0x9fb0bf)
  private static let accent = Ink(0xf2b84b)

  /// Digits of one size, as opaque cells.
  private struct Digits: Sendable {
    let sprites: [Sprite]
    /// Left edges of the places, the highest first.
    let places: [Int]
    let y: Int

    func draw(_ value: Int64, into frame: UnsafeMutableRawBufferPointer, like plate: Plate) {
      var rest = value
      for x in places.reversed() {
        let sprite = sprites[Int(rest % 10)]
        unsafe sprite.draw(x: x, y: y, into: frame, like: plate)
        rest /= 10
      }
    }
  }

  /// A light square of the code.
  private struct Square: Sendable {
    let x: Int
    let y: Int
    let sprite: Sprite
  }

  private let clock: Digits
  private let counter: Digits
  private let squares: [Square]

  /// Draws what does not change onto a backdrop, and prepares what does.
  init(title: String, backdrop: Canvas, format: PixelFormat, color: ColorDescription) {
    let grid = FrameCodeGrid(backdrop.size)
    let lettering = Lettering(canvas: backdrop, grid: grid, format: format, color: color)
    lettering.drawPanel()
    lettering.drawTitle(title)
    clock = lettering.digits(
      "  :  .  ", row: 5.2, height: 1.75, Self.bright, marks: Self.accent)
    counter = lettering.digits("#      ", row: 7.75, height: 1.25, Self.muted, marks: Self.muted)
    squares = lettering.squares()
  }

  /// Draws time, number and code.
  func draw(_ code: FrameCode, into frame: UnsafeMutableRawBufferPointer, like plate: Plate) {
    let hundredths = code.time.nanoseconds / 10_000_000
    let (minutes, seconds) = (hundredths / 6000 % 100, hundredths / 100 % 60)
    let shown = minutes * 10000 + seconds * 100 + hundredths % 100
    unsafe clock.draw(shown, into: frame, like: plate)
    unsafe counter.draw(Int64(code.sequence % 1_000_000), into: frame, like: plate)
    for (square, isLight) in zip(squares, code.bits) where isLight {
      unsafe square.sprite.draw(x: square.x, y: square.y, into: frame, like: plate)
    }
  }

  /// Draws the parts of a badge.
  private struct Lettering {
    let canvas: Canvas
    let grid: FrameCodeGrid
    let format: PixelFormat
    let color: ColorDescription

    private var textX: Double { grid.x(column: Double(FrameCodeGrid.columns) + 2) }
    /// Units that text may take.
    private var textWidth: Double { FrameCodeGrid.badgeWidth - FrameCodeGrid.margin - 20 }

    func drawPanel() {
      let unit = grid.unit
      let (width, height) = (FrameCodeGrid.badgeWidth * unit, FrameCodeGrid.badgeHeight * unit)
      canvas.fill(
        .rectangle(grid.left, grid.top + unit * 0.35, width, height, corner: unit * 1.6),
        Ink(0x0b1118, alpha: 0.3))
      canvas.fill(.rectangle(grid.left, grid.top, width, height, corner: unit * 1.6), panel)
    }

    func drawTitle(_ title: String) {
      let title = String(title.prefix(12))
      let fitting = textWidth / (StrokeFont.advance * 1.35 + StrokeFont.width(title, height: 1))
      let height = min(2.2, fitting) * grid.unit
      let origin = Point(textX + 0.1 * height, grid.top + 2.15 * grid.unit)
      canvas.fill(StrokeFont.path("↑", height: height).placed(at: origin), accent)
      let start = origin + Point(StrokeFont.advance * 1.35 * height, 0)
      canvas.fill(StrokeFont.path(title, height: height).placed(at: start), bright)
    }

    /// Draws the marks of a pattern and prepares digits for its spaces.
    func digits(
      _ pattern: String, row: Double, height: Double, _ ink: Ink, marks: Ink
    ) -> Digits {
      let height = height * grid.unit
      let pitch = max(2, even(StrokeFont.advance * height))
      var x = even(textX)
      let y = even(grid.top + row * grid.unit)
      // Room for the strokes' width around each character.
      let inset = Point(StrokeFont.weight * height, StrokeFont.weight * height)
      var places: [Int] = []
      for mark in pattern {
        let isNarrow = mark == ":" || mark == "."
        if mark == " " {
          places.append(x)
        } else {
          let origin = Point(Double(x) - (isNarrow ? 0.25 * Double(pitch) : 0), Double(y)) + inset
          canvas.fill(StrokeFont.path(String(mark), height: height).placed(at: origin), marks)
        }
        x += isNarrow ? even(Double(pitch) / 2) : pitch
      }
      let size = PixelSize(width: pitch, height: max(2, even(height + 2 * inset.y + 1)))
      let sprites = (0...9).map { digit in
        let cell = Canvas(size)
        cell.fill(.rectangle(0, 0, cell.width, cell.height), panel)
        cell.fill(StrokeFont.path("\(digit)", height: height).placed(at: inset), ink)
        return Sprite(cell, format: format, color: color)
      }
      return Digits(sprites: sprites, places: places, y: y)
    }

    func squares() -> [Square] {
      var sprites: [PixelSize: Sprite] = [:]
      return (0..<FrameCode.bitCount).map { index in
        let (row, column) = index.quotientAndRemainder(dividingBy: FrameCodeGrid.columns)
        let (x, y) = (even(grid.x(column: Double(column))), even(grid.y(row: Double(row))))
        let size = PixelSize(
          width: even(grid.x(column: Double(column + 1))) - x,
          height: even(grid.y(row: Double(row + 1))) - y)
        let sprite = sprites[size] ?? square(size)
        sprites[size] = sprite
        return Square(x: x, y: y, sprite: sprite)
      }
    }

    private func square(_ size: PixelSize) -> Sprite {
      let canvas = Canvas(size)
      canvas.fill(.rectangle(0, 0, canvas.width, canvas.height), bright)
      return Sprite(canvas, format: format, color: color)
    }

    private func even(_ pixels: Double) -> Int { Int((pixels / 2).rounded()) * 2 }
  }
}
