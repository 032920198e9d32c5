package import MediaTypes

// What the programs of a GPU are told of a patch: the same numbers, whichever library takes them there.

extension ScreenQuad {
  /// The rectangle around the square in clip space.
  ///
  /// - Parameter viewport: the one that the square was projected to.
  package func clipBounds(
    in viewport: PixelSize
  ) -> (left: Double, bottom: Double, right: Double, top: Double) {
    let (width, height) = (Double(viewport.width), Double(viewport.height))
    return (
      left: Double(columns.lowerBound) / width * 2 - 1,
      bottom: 1 - Double(rows.upperBound) / height * 2,
      right: Double(columns.upperBound) / width * 2 - 1,
      top: 1 - Double(rows.lowerBound) / height * 2
    )
  }
}

extension Patch {
  /// Where a point of the square lies in the stored picture, in pixels from the left and from the top: each
  /// changes evenly over the square's x and y.
  package var picturePosition: (x: ScreenQuad.Slope, y: ScreenQuad.Slope) {
    let (width, height) = (Double(frame.size.width), Double(frame.size.height))
    let map = textureTransform
    // The square is -1 ... 1 and counts up, the texture 0 ... 1 and counts down.
    return (
      x: ScreenQuad.Slope(
        x: width * map.xx / 2, y: -width * map.xy / 2,
        constant: width * (map.x0 + (map.xx + map.xy) / 2)),
      y: ScreenQuad.Slope(
        x: height * map.yx / 2, y: -height * map.yy / 2,
        constant: height * (map.y0 + (map.yx + map.yy) / 2))
    )
  }
}

extension PixelFormat {
  /// The place of a plane's texture among those that the programs read: Y, U, V.
  package func textureUnit(ofPlane plane: Int) -> Int {
    // V before U.
    self == .yv12 && plane > 0 ? 3 - plane : plane
  }
}

extension VideoFrame {
  /// The first and last column and row that are to be seen.
  package var visiblePart: (left: Double, top: Double, right: Double, bottom: Double) {
    (
      left: Double(crop.x), top: Double(crop.y), right: Double(crop.x + crop.size.width - 1),
      bottom: Double(crop.y + crop.size.height - 1)
    )
  }

  /// Scale and shift from pixels to samples of the colour planes; packed ones are in the only plane.
  package var chromaPlacement: (across: Double, down: Double, shift: Double) {
    guard let shape = format.planeShapes.last else { return (across: 1, down: 1, shift: 0) }
    let subsampling = shape.horizontalSubsampling
    return (
      across: 1 / Double(subsampling), down: 1 / Double(shape.verticalSubsampling),
      shift: ChromaSiting(color).shift(subsampling: subsampling)
    )
  }
}
