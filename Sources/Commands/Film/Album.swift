import ImagePNG
import MediaTypes
import PreviewCore
import RecordCore

/// The PNG files of a film and its contact sheet.
struct Album {
  let folder: OutputFolder
  /// The names of the files begin with this.
  let prefix: String
  /// How many digits the numbers in the names have.
  let digits: Int
  /// Which moments go on the sheet, by their numbers.
  let onSheet: Set<Int>
  private var sheet: ContactSheet
  private let encoder = PNGEncoder()

  static let sheetName = "contact-sheet.png"

  /// - Parameters:
  ///   - count: of moments.
  ///   - sheetCapacity: how many of them fit on the sheet; they are spread evenly.
  init(folder: OutputFolder, prefix: String, size: PixelSize, count: Int, sheetCapacity: Int) {
    self.folder = folder
    self.prefix = prefix
    digits = max(2, "\(count)".count)
    onSheet = Self.spread(count: count, over: sheetCapacity)
    sheet = ContactSheet(pictureSize: size, capacity: sheetCapacity)
  }

  /// So many of `count` numbers, the first and the last among them.
  static func spread(count: Int, over capacity: Int) -> Set<Int> {
    guard count > capacity, capacity > 1 else { return Set(0..<min(count, capacity)) }
    return Set((0..<capacity).map { $0 * (count - 1) / (capacity - 1) })
  }

  /// Writes one picture.
  mutating func add(_ picture: FilmPicture, label: String) throws {
    guard let image = picture.image.opaque else { return }
    let number = Decimal.padded(picture.index + 1, digits: digits)
    _ = try folder.write(try encoder.encode(image), to: "\(prefix)-\(number).png")
    if onSheet.contains(picture.index) { sheet.add(image, label: label) }
  }

  /// Writes the sheet; nothing when there was no picture.
  ///
  /// - Returns: its path.
  func writeSheet() throws -> String? {
    guard let image = sheet.image() else { return nil }
    return try folder.write(try encoder.encode(image), to: Self.sheetName)
  }
}
