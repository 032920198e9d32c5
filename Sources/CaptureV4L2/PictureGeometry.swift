import MediaTypes

/// What a driver says of the way from the sensor to the picture; nil where it says nothing.
struct GeometryReport: Hashable, Sendable {
  /// The part of the sensor that is used, in the sensor's pixels.
  var crop: PixelRectangle?
  /// The part of the picture that it fills, stretched as needed.
  var compose: PixelRectangle?
  /// The shape of the sensor's pixels.
  var pixelAspect: PixelAspect?
}

/// The part of a driver's picture that is to be seen, and the shape of its pixels: a report, checked.
struct PictureGeometry: Hashable, Sendable {
  let crop: PixelRectangle
  let pixelAspect: PixelAspect

  /// - Parameters:
  ///   - report: of which parts that make no sense count as not said.
  ///   - size: of the picture.
  init(_ report: GeometryReport, size: PixelSize) {
    let compose = report.compose.flatMap { $0.lies(in: size) ? $0 : nil }
    crop = compose ?? PixelRectangle(whole: size)
    let pixel = report.pixelAspect ?? .square
    guard let sensor = report.crop?.size, sensor.isValid else {
      pixelAspect = pixel
      return
    }
    // How much wider than high a pixel of the picture is on the sensor. No overflow: edges are
    // 16384 at most, and a driver's fraction has 32 bits.
    let stretched = PixelAspect(
      width: sensor.width * crop.size.height * pixel.width,
      height: sensor.height * crop.size.width * pixel.height)
    pixelAspect = stretched.flatMap(Self.notNearlySquare) ?? .square
  }

  /// Drivers round sizes to whole blocks, which stretches nothing to speak of.
  private static func notNearlySquare(_ aspect: PixelAspect) -> PixelAspect? {
    abs(aspect.ratio - 1) < 0.02 ? nil : aspect
  }
}
