import CaptureVirtual
import MediaTypes
import RecordCore

/// Small pictures in rows, each with the moment that it shows.
struct ContactSheet: Sendable {
  private struct Cell: Sendable {
    let label: String
    let picture: RGBImage
  }

  /// The size of the pictures on the sheet.
  let cellSize: PixelSize
  /// How many pictures there is room for.
  let capacity: Int
  private let columns: Int
  private var cells: [Cell] = []

  private static let margin = 16
  private static let labelHeight = 12.0
  /// Between a picture and the next one below, where the label is.
  private static let labelSpace = 34
  private static let background = Canvas.Color(red: 0x16, green: 0x18, blue: 0x1d)
  private static let ink = Canvas.Color(red: 0xc8, green: 0xcd, blue: 0xd6)

  /// Plans a sheet.
  ///
  /// - Parameters:
  ///   - pictureSize: of the pictures that will come; they are made smaller to fit.
  ///   - capacity: how many will come at most.
  init(pictureSize: PixelSize, capacity: Int) {
    // Wide pictures four in a row, tall ones six: about 1400 pixels for either.
    let isTall = pictureSize.height > pictureSize.width
    columns = isTall ? 6 : 4
    self.capacity = capacity
    cellSize = BoxFilter.fit(
      pictureSize, within: PixelSize(width: isTall ? 208 : 320, height: 370))
  }

  /// Adds a picture; one too many is left out.
  mutating func add(_ picture: RGBImage, label: String) {
    guard cells.count < capacity, let small = BoxFilter.scale(picture, to: cellSize) else { return }
    cells.append(Cell(label: label, picture: small))
  }

  /// The sheet; nil when nothing was added.
  func image() -> RGBImage? {
    guard !cells.isEmpty else { return nil }
    let used = min(columns, cells.count)
    let rows = (cells.count + used - 1) / used
    var canvas = Canvas(
      size: PixelSize(
        width: Self.margin + used * (cellSize.width + Self.margin),
        height: Self.margin + rows * (cellSize.height + Self.labelSpace)),
      color: Self.background)
    for (index, cell) in cells.enumerated() {
      draw(cell, on: &canvas, column: index % used, row: index / used)
    }
    return canvas.image
  }

  private func draw(_ cell: Cell, on canvas: inout Canvas, column: Int, row: Int) {
    let x = Self.margin + column * (cellSize.width + Self.margin)
    let y = Self.margin + row * (cellSize.height + Self.labelSpace)
    canvas.place(cell.picture, x: x, y: y)
    let label = Lettering(cell.label, capHeight: Self.labelHeight)
    canvas.draw(label, x: x, y: y + cellSize.height + 9, color: Self.ink)
  }
}
