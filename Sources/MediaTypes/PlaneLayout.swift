/// Where one plane lies in a frame's buffer.
public struct PlaneLayout: Hashable, Sendable {
  /// Bytes from the buffer's start to the first row.
  public var offset: Int
  /// Bytes from one row to the next; for a compressed frame the number of bytes.
  public var stride: Int

  /// Makes a layout.
  public init(offset: Int, stride: Int) {
    self.offset = offset
    self.stride = stride
  }
}

/// The planes of a frame, four at most, kept in line so that a frame needs no heap memory for them.
public struct PlaneLayouts: RandomAccessCollection, Hashable, Sendable {
  private var first = PlaneLayout(offset: 0, stride: 0)
  private var second = PlaneLayout(offset: 0, stride: 0)
  private var third = PlaneLayout(offset: 0, stride: 0)
  private var fourth = PlaneLayout(offset: 0, stride: 0)
  /// How many planes there are.
  public private(set) var count = 0

  /// The most planes that a frame has.
  public static let maximumCount = 4

  /// No planes.
  public init() {}

  /// Takes the first four of a list.
  public init(_ layouts: some Sequence<PlaneLayout>) {
    for layout in layouts.prefix(Self.maximumCount) { append(layout) }
  }

  /// Planes one after another without padding, as files and pools hold them.
  ///
  /// - Parameters:
  ///   - format: an uncompressed format; a compressed or unknown one gives no planes.
  ///   - size: the picture's size in pixels; must be valid.
  ///   - alignment: each stride is rounded up to a multiple of this, in bytes.
  public init(packing format: PixelFormat, size: PixelSize, alignment: Int = 1) {
    var offset = 0
    for shape in format.planeShapes {
      let row = shape.bytesPerRow(width: size.width)
      let stride = (row + alignment - 1) / alignment * alignment
      append(PlaneLayout(offset: offset, stride: stride))
      offset += stride * shape.rows(height: size.height)
    }
  }

  /// Adds a plane; a fifth is refused.
  ///
  /// - Returns: whether there was room.
  @discardableResult
  public mutating func append(_ layout: PlaneLayout) -> Bool {
    guard count < Self.maximumCount else { return false }
    count += 1
    self[count - 1] = layout
    return true
  }

  /// 0.
  public var startIndex: Int { 0 }
  /// The number of planes.
  public var endIndex: Int { count }

  /// One plane.
  public subscript(index: Int) -> PlaneLayout {
    get {
      precondition(index >= 0 && index < count, "plane \(index) of \(count)")
      switch index {
      case 0: return first
      case 1: return second
      case 2: return third
      default: return fourth
      }
    }
    set {
      precondition(index >= 0 && index < count, "plane \(index) of \(count)")
      switch index {
      case 0: first = newValue
      case 1: second = newValue
      case 2: third = newValue
      default: fourth = newValue
      }
    }
  }
}
