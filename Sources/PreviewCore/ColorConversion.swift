public import MediaTypes

/// From a frame's stored components to red, green and blue as the target stores them: for each, a
/// weighted sum of the three components and a constant. Components and results are 0 ... 1 (a byte
/// over 255, 10 bits over 1023, 16 over 65535); results outside are to be clamped.
///
/// Transfer and primaries are left as they are: cameras' pictures are shown as stored, as other
/// programs show them. Source of formulas and constants: ITU-T H.273 (07/2021), 8.3.
public struct ColorConversion: Hashable, Sendable {
  /// The weights of the three components, and the constant.
  public struct Row: Hashable, Sendable {
    /// Weight of luma, or red.
    public var first: Double
    /// Weight of U (Cb), or green.
    public var second: Double
    /// Weight of V (Cr), or blue.
    public var third: Double
    /// What is added.
    public var constant: Double

    /// The sum for three components.
    public func callAsFunction(_ first: Double, _ second: Double, _ third: Double) -> Double {
      self.first * first + self.second * second + self.third * third + constant
    }
  }

  /// How red is made.
  public let red: Row
  /// How green is made.
  public let green: Row
  /// How blue is made.
  public let blue: Row

  /// The conversion for a colour description and a format.
  ///
  /// Formats of red, green and blue use the range alone; grey has no colour to convert. An identity
  /// matrix on a YUV format is H.273's: the planes are green, blue and red.
  public init(_ color: ColorDescription, format: PixelFormat) {
    let range = Levels(color.range, bitDepth: format.bitDepth)
    switch (format.components, LumaWeights(color.matrix)) {
    case (.grey, _):
      let row = Row(first: range.scale, second: 0, third: 0, constant: range.offset)
      (red, green, blue) = (row, row, row)
    case (.rgb, _):
      red = Row(first: range.scale, second: 0, third: 0, constant: range.offset)
      green = Row(first: 0, second: range.scale, third: 0, constant: range.offset)
      blue = Row(first: 0, second: 0, third: range.scale, constant: range.offset)
    case (_, nil):
      red = Row(first: 0, second: 0, third: range.scale, constant: range.offset)
      green = Row(first: range.scale, second: 0, third: 0, constant: range.offset)
      blue = Row(first: 0, second: range.scale, third: 0, constant: range.offset)
    case (_, .some(let weights)):
      red = range.row(u: 0, v: weights.redOfCr)
      green = range.row(u: weights.greenOfCb, v: weights.greenOfCr)
      blue = range.row(u: weights.blueOfCb, v: 0)
    }
  }
}

/// What a range makes of stored numbers. H.273, equations 20 to 31.
private struct Levels {
  let scale: Double
  let offset: Double
  let chromaScale: Double
  /// The stored chroma that stands for none.
  let neutral: Double

  init(_ range: ColorDescription.Range, bitDepth: Int) {
    let greatest = Double(1 << bitDepth - 1)
    let step = Double(1 << (bitDepth - 8))
    neutral = 128 * step / greatest
    switch range {
    case .limited:
      (scale, offset) = (greatest / (219 * step), -16.0 / 219)
      chromaScale = greatest / (224 * step)
    case .full: (scale, offset, chromaScale) = (1, 0, 1)
    }
  }

  /// Luma plus so much of U and V.
  func row(u: Double, v: Double) -> ColorConversion.Row {
    ColorConversion.Row(
      first: scale, second: u * chromaScale, third: v * chromaScale,
      constant: offset - (u + v) * chromaScale * neutral)
  }
}
