import MediaTypes
import PreviewCore

/// A frame's components, unpacked, and what they mean.
struct Picture {
  private let size: PixelSize
  private let components: [ComponentPlane]
  private let conversion: ColorConversion

  init(_ frame: VideoFrame) throws(PreviewError) {
    let shapes = frame.format.componentShapes
    guard !shapes.isEmpty else { throw .cannotDraw(frame.format) }
    let siting = ChromaSiting(frame.color)
    size = frame.size
    components = shapes.map { ComponentPlane($0, of: frame, siting: siting) }
    conversion = ColorConversion(frame.color, format: frame.format)
  }

  /// The picture's colour around a point, (0, 0) upper left ... (1, 1) lower right, as the target
  /// stores it.
  ///
  /// - Parameter reach: shares of the picture's width and height that the pixel covers.
  func color(
    u: Double, v: Double, reach: (u: Double, v: Double)
  ) -> (red: Double, green: Double, blue: Double) {
    let (width, height) = (Double(size.width), Double(size.height))
    let place = SamplePlace(
      x: u * width, y: v * height, across: reach.u * width, down: reach.v * height)
    let first = components[0].sample(place)
    let (second, third) =
      components.count == 3
      ? (components[1].sample(place), components[2].sample(place)) : (0, 0)
    return (
      clamp(conversion.red(first, second, third)), clamp(conversion.green(first, second, third)),
      clamp(conversion.blue(first, second, third))
    )
  }

  private func clamp(_ value: Double) -> Double { max(0, min(1, value)) }
}
