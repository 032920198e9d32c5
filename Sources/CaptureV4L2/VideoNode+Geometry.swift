import CVideo4Linux
import MediaTypes

extension VideoNode {
  /// Undoes a crop that an earlier program left behind; drivers without cropping refuse, which is
  /// fine. `VIDIOC_S_SELECTION`
  func resetCrop() {
    guard let usual = selection(V4L2_SEL_TGT_CROP_DEFAULT) else { return }
    var selection = v4l2_selection(singlePlanar: V4L2_SEL_TGT_CROP)
    selection.r = usual
    try? control(.setSelection, &selection)
  }

  /// What the driver says of the picture's shape, not checked yet.
  /// `VIDIOC_G_SELECTION`, `VIDIOC_CROPCAP`
  var geometryReport: GeometryReport {
    var capability = v4l2_cropcap()
    capability.type = CaptureType.singlePlanar.rawValue
    let hasAspect = (try? control(.cropCapabilities, &capability)) != nil
    let aspect = capability.pixelaspect
    return GeometryReport(
      crop: selection(V4L2_SEL_TGT_CROP).map(PixelRectangle.init),
      compose: selection(V4L2_SEL_TGT_COMPOSE).map(PixelRectangle.init),
      // The driver's number is height against width, as that of sampling rates.
      pixelAspect: hasAspect
        ? PixelAspect(width: Int(aspect.denominator), height: Int(aspect.numerator)) : nil)
  }

  private func selection(_ target: Int32) -> v4l2_rect? {
    var selection = v4l2_selection(singlePlanar: target)
    guard (try? control(.getSelection, &selection)) != nil else { return nil }
    return selection.r
  }
}

extension v4l2_selection {
  /// Not the multi-planar type: selections take the single-planar one for both.
  fileprivate init(singlePlanar target: Int32) {
    self.init()
    type = CaptureType.singlePlanar.rawValue
    self.target = UInt32(target)
  }
}

extension PixelRectangle {
  fileprivate init(_ rectangle: v4l2_rect) {
    self.init(
      x: Int(rectangle.left), y: Int(rectangle.top),
      size: PixelSize(width: Int(rectangle.width), height: Int(rectangle.height)))
  }
}
