/// A 4×4 matrix of doubles that takes column vectors: `result = matrix · vector`.
public struct Matrix4: Hashable, Sendable {
  /// The columns, each from top to bottom; column-major as OpenGL and Metal take them.
  public var columns: (Vector4, Vector4, Vector4, Vector4) {
    get { (first, second, third, fourth) }
    set { (first, second, third, fourth) = newValue }
  }
  private var first: Vector4
  private var second: Vector4
  private var third: Vector4
  private var fourth: Vector4

  /// Makes a matrix from columns.
  public init(columns first: Vector4, _ second: Vector4, _ third: Vector4, _ fourth: Vector4) {
    self.first = first
    self.second = second
    self.third = third
    self.fourth = fourth
  }

  /// The matrix that changes nothing.
  public static let identity = Matrix4(
    columns: Vector4(1, 0, 0, 0), Vector4(0, 1, 0, 0), Vector4(0, 0, 1, 0), Vector4(0, 0, 0, 1))

  /// The product: `left · right`, so `right` acts first.
  public static func * (left: Matrix4, right: Matrix4) -> Matrix4 {
    Matrix4(
      columns: left * right.first, left * right.second, left * right.third, left * right.fourth)
  }

  /// The transformed vector.
  public static func * (matrix: Matrix4, vector: Vector4) -> Vector4 {
    matrix.first * vector.x + matrix.second * vector.y + matrix.third * vector.z
      + matrix.fourth * vector.w
  }
}

/// Four numbers: a point in homogeneous coordinates.
public struct Vector4: Hashable, Sendable {
  /// Right.
  public var x: Double
  /// Up.
  public var y: Double
  /// Towards the viewer.
  public var z: Double
  /// The divisor of perspective.
  public var w: Double

  /// Makes a vector.
  public init(_ x: Double, _ y: Double, _ z: Double, _ w: Double) {
    self.x = x
    self.y = y
    self.z = z
    self.w = w
  }

  static func + (left: Vector4, right: Vector4) -> Vector4 {
    Vector4(left.x + right.x, left.y + right.y, left.z + right.z, left.w + right.w)
  }

  static func * (vector: Vector4, factor: Double) -> Vector4 {
    Vector4(vector.x * factor, vector.y * factor, vector.z * factor, vector.w * factor)
  }
}

extension Matrix4 {
  /// Makes a thing wider and higher.
  static func scale(_ x: Double, _ y: Double) -> Matrix4 {
    Matrix4(
      columns: Vector4(x, 0, 0, 0), Vector4(0, y, 0, 0), Vector4(0, 0, 1, 0), Vector4(0, 0, 0, 1))
  }

  /// A turn; a positive angle brings the left or the upper side towards the viewer.
  static func turn(sine: Double, cosine: Double, around axis: Transition.Axis) -> Matrix4 {
    switch axis {
    case .upright:
      Matrix4(
        columns: Vector4(cosine, 0, -sine, 0), Vector4(0, 1, 0, 0), Vector4(sine, 0, cosine, 0),
        Vector4(0, 0, 0, 1))
    case .level:
      Matrix4(
        columns: Vector4(1, 0, 0, 0), Vector4(0, cosine, sine, 0), Vector4(0, -sine, cosine, 0),
        Vector4(0, 0, 0, 1))
    }
  }

  /// Perspective for an eye in front of the plane z = 0, which stays as it is. Depth is not kept
  /// (clip z is 0): scenes have no depth test and must not be cut at a depth.
  static func perspective(eyeDistance: Double) -> Matrix4 {
    Matrix4(
      columns: Vector4(1, 0, 0, 0), Vector4(0, 1, 0, 0), Vector4(0, 0, 0, -1 / eyeDistance),
      Vector4(0, 0, 0, 1))
  }
}
