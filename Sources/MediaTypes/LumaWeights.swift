/// How luma is made of red, green and blue, and what follows from it. ITU-T H.273 (07/2021), table 4
/// and equations 38 to 40, with components of full range.
package struct LumaWeights: Hashable, Sendable {
  package let red: Double
  package let blue: Double
  package var green: Double { 1 - red - blue }

  /// ITU-R BT.601.
  package static let bt601 = LumaWeights(red: 0.299, blue: 0.114)

  private init(red: Double, blue: Double) {
    (self.red, self.blue) = (red, blue)
  }

  /// nil where there is no luma.
  package init?(_ matrix: ColorDescription.Matrix) {
    switch matrix {
    case .identity: return nil
    case .bt601: self = .bt601
    case .bt709: self.init(red: 0.2126, blue: 0.0722)
    case .smpte240m: self.init(red: 0.212, blue: 0.087)
    case .bt2020: self.init(red: 0.2627, blue: 0.0593)
    }
  }

  /// What Cr adds to red.
  package var redOfCr: Double { 2 * (1 - red) }
  /// What Cb adds to blue.
  package var blueOfCb: Double { 2 * (1 - blue) }
  /// What Cr adds to green; negative.
  package var greenOfCr: Double { -2 * red * (1 - red) / green }
  /// What Cb adds to green; negative.
  package var greenOfCb: Double { -2 * blue * (1 - blue) / green }
}
