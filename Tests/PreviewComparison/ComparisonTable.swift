import MediaTypes
public import PreviewCore
import PreviewSoftware

/// The worst differences of a renderer from the reference, by format and transition.
public struct ComparisonTable: Sendable {
  /// One line of the table.
  struct Line {
    var cases = 0
    var worstInside = 0
    var worstAtEdge = 0
    var worstMean = 0.0
  }

  private var lines: [String: Line] = [:]
  /// The cases that are not within tolerance, with their numbers.
  public private(set) var failures: [String] = []
  /// How many cases were compared.
  public private(set) var count = 0

  /// An empty table.
  public init() {}

  /// Draws each case with the reference and with another renderer, and notes the differences.
  public mutating func compare(
    _ cases: [ComparisonCase], draw: (Scene) throws -> RenderedImage
  ) throws {
    for item in cases {
      let reference = try SoftwareRenderer().draw(item.scene)
      note(ImageDifference(try draw(item.scene), reference: reference, of: item.scene), of: item)
    }
  }

  private mutating func note(_ difference: ImageDifference, of item: ComparisonCase) {
    count += 1
    var line = lines[Self.key(item.format, item.transition)] ?? Line()
    line.cases += 1
    line.worstInside = max(line.worstInside, difference.worstInside)
    line.worstAtEdge = max(line.worstAtEdge, difference.worstAtEdge)
    line.worstMean = max(line.worstMean, difference.mean)
    lines[Self.key(item.format, item.transition)] = line
    if !difference.isWithinTolerance { failures.append("\(item.details): \(difference)") }
  }

  /// The table for people: differences in steps of 1/255.
  public var text: String {
    var rows = ["format  transition      cases  inside  edge  mean"]
    for format in ComparisonCase.formats {
      for transition in Transition.allCases {
        guard let line = lines[Self.key(format, transition)] else { continue }
        rows.append(
          Self.pad("\(format)", 8) + Self.pad(transition.rawValue, 16)
            + Self.pad("\(line.cases)", 7) + Self.pad("\(line.worstInside)", 8)
            + Self.pad("\(line.worstAtEdge)", 6)
            + "\((line.worstMean * 1000).rounded() / 1000)")
      }
    }
    return rows.joined(separator: "\n")
  }

  private static func key(_ format: PixelFormat, _ transition: Transition) -> String {
    "\(format) \(transition)"
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
