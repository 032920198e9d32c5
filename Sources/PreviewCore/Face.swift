public import MediaTypes

/// One camera's side of the preview: its latest frame and how the viewer wants to see it.
public struct Face: Sendable {
  /// The picture, with its own size, rotation, stored mirroring and colour.
  public var frame: VideoFrame
  /// Whether the viewer sees it as in a mirror. Combined with `VideoFrame.isMirrored`: a frame that
  /// is stored mirrored and asked for mirrored is shown as stored.
  public var isMirrored: Bool
  /// A clockwise turn on top of the frame's own, for a screen that stands otherwise than usual.
  public var rotation: Rotation

  /// Makes a face.
  public init(frame: VideoFrame, isMirrored: Bool = false, rotation: Rotation = .none) {
    self.frame = frame
    self.isMirrored = isMirrored
    self.rotation = rotation
  }

  /// The picture's size in pixels as the viewer sees it, after crop and all turns.
  public var shownSize: PixelSize {
    rotation.swapsAxes ? frame.uprightSize.transposed : frame.uprightSize
  }

  /// Width over height as the viewer sees it, after crop and all turns, by the shape of the pixels.
  public var shownAspectRatio: Double {
    rotation.swapsAxes ? 1 / frame.uprightAspectRatio : frame.uprightAspectRatio
  }

  /// From the shown picture, upright and mirrored as asked, to the stored one.
  var textureTransform: TextureTransform {
    let undoStored = frame.isMirrored ? TextureTransform.mirror : .identity
    let ask = isMirrored ? TextureTransform.mirror : .identity
    return .part(frame.crop, of: frame.size) * .undoing(frame.rotation) * undoStored
      * .undoing(rotation) * ask
  }
}
