import MediaTypes

/// How a movie's pictures have to be turned, as its file says (ISO 14496-12, 8.3.2.3: the matrix of a
/// track; `av_display_rotation_get` of libavutil).
struct DisplayMatrix: Hashable, Sendable {
  var rotation = Rotation.none
  /// Left and right change places, after the rotation.
  var isMirrored = false

  /// As it comes.
  static let identity = DisplayMatrix()

  private init() {}

  /// Understands a matrix; one that is no quarter turn counts as none.
  ///
  /// - Parameter matrix: nine numbers, row by row: a point (x, y) goes to (a x + c y, b x + d y).
  init(_ matrix: [Int32]) {
    guard matrix.count == 9 else { return }
    let (a, b, c, d) = (Int64(matrix[0]), Int64(matrix[1]), Int64(matrix[3]), Int64(matrix[4]))
    isMirrored = a * d - b * c < 0
    // A mirror image is the mirror of a turn: x changes its sign after it.
    let (cosine, sine) = isMirrored ? (-a, b) : (a, b)
    if abs(cosine) >= abs(sine) {
      rotation = cosine < 0 ? .half : .none
    } else {
      rotation = sine > 0 ? .clockwise90 : .clockwise270
    }
  }
}
