public import MediaTypes
public import PreviewCore
import PreviewPatterns

/// One scene to be drawn by two renderers, with the words that find it again.
public struct ComparisonCase: Sendable {
  /// Of both frames.
  public let format: PixelFormat
  /// Which transition.
  public let transition: Transition
  /// All that makes the case.
  public let details: String
  /// What is drawn.
  public let scene: Scene

  /// The size of all scenes: small, since the reference is slow in debug builds.
  public static let viewport = PixelSize(width: 96, height: 64)
  /// Odd, so that subsampled planes have a sample that only one pixel uses.
  public static let frameSize = PixelSize(width: 67, height: 41)
  /// The new face's, of another shape.
  public static let otherFrameSize = PixelSize(width: 39, height: 53)

  /// All formats that renderers draw.
  public static let formats = PixelFormat.uncompressed

  /// How much is compared.
  public enum Extent: Sendable {
    /// Every format, colour, transition and geometry somewhere, in a minute.
    case brief
    /// The product of them all, and the largest pictures in every format.
    case full
  }

  /// Moments of a transition: both ends, near them, in between, either side of the edge.
  public static func moments(_ transition: Transition) -> [Double] {
    transition == .none ? [1] : [0, 0.01, 0.23, 0.42, 0.49, 0.51, 0.71, 0.995, 1]
  }

  /// All cases of a format.
  public static func all(_ format: PixelFormat, _ extent: Extent) throws -> [ComparisonCase] {
    try colors(format, extent) + geometries(format, extent) + sizes(format, extent)
  }

  /// Every matrix and range, in a turned moment of one or of each transition.
  static func colors(_ format: PixelFormat, _ extent: Extent) throws -> [ComparisonCase] {
    var cases: [ComparisonCase] = []
    for matrix in ColorDescription.Matrix.allCases {
      for range in ColorDescription.Range.allCases {
        for transition in extent == .full ? Transition.allCases : [.flipFromLeft] {
          var layout = ComparisonLayout(format, transition)
          layout.color.matrix = matrix
          layout.color.range = range
          cases.append(try layout.make(progress: 0.3))
        }
      }
    }
    return cases
  }

  /// Every gravity, rotation and mirroring, in every moment of each transition. In brief the formats
  /// take turns.
  static func geometries(_ format: PixelFormat, _ extent: Extent) throws -> [ComparisonCase] {
    let share = extent == .full ? 1 : 5
    var cases: [ComparisonCase] = []
    var turn = 0
    for transition in Transition.allCases {
      for progress in moments(transition) {
        for gravity in Gravity.allCases {
          defer { turn += 1 }
          guard (turn + (formats.firstIndex(of: format) ?? 0)) % share == 0 else { continue }
          // Each moment and gravity takes one rotation and mirroring, and each format starts with
          // another, so that all formats together see all combinations.
          var layout = ComparisonLayout(format, transition)
          let step = turn + (formats.firstIndex(of: format) ?? 0)
          layout.gravity = gravity
          layout.rotation = Rotation.allCases[step % 4]
          layout.isStoredMirrored = step / 4 % 2 == 1
          layout.isAskedMirrored = step / 8 % 2 == 1
          layout.padding = step % 5
          layout.pixelAspect = step % 3 == 0 ? PixelAspect(width: 12, height: 11) : nil
          layout.isCropped = step % 4 == 1
          cases.append(try layout.make(progress: progress))
        }
      }
    }
    return cases
  }
}

extension ComparisonCase {
  /// From the smallest picture to the largest, odd edges, planes that are padded to whole blocks.
  static func sizes(_ format: PixelFormat, _ extent: Extent) throws -> [ComparisonCase] {
    var sizes = [(1, 1), (2, 2), (3, 1), (1, 5), (17, 15), (640, 362)]
    if extent == .full || format == .nv12 { sizes.append((7680, 4320)) }
    return try sizes.enumerated().map { index, size in
      var layout = ComparisonLayout(format, index % 2 == 0 ? .none : .curlUp)
      layout.frameSize = PixelSize(width: size.0, height: size.1)
      layout.gravity = .aspectFit
      layout.rowAlignment = 16
      layout.padding = index
      return try layout.make(progress: index % 2 == 0 ? 1 : 0.55)
    }
  }
}

/// What a case is made of.
struct ComparisonLayout {
  var format: PixelFormat
  var transition: Transition
  var color: ColorDescription
  var gravity = Gravity.aspectFill
  var rotation = Rotation.none
  var isStoredMirrored = false
  var isAskedMirrored = false
  var padding = 0
  var pixelAspect: PixelAspect?
  var isCropped = false
  var rowAlignment = 1
  /// Of both faces, in place of the usual two.
  var frameSize: PixelSize?

  init(_ format: PixelFormat, _ transition: Transition) {
    (self.format, self.transition, color) = (format, transition, .usual(for: format))
  }

  func make(progress: Double) throws -> ComparisonCase {
    let scene = SceneComposer.scene(
      viewport: ComparisonCase.viewport, gravity: gravity, transition: transition,
      progress: progress, old: try face(seed: 0), new: try face(seed: 1),
      background: SceneColor(red: 0.2, green: 0.4, blue: 0.1))
    return ComparisonCase(
      format: format, transition: transition,
      details: "\(format) \(color.matrix) \(color.range) \(gravity) turned \(rotation.rawValue) "
        + "stored mirrored \(isStoredMirrored) shown mirrored \(isAskedMirrored) cropped \(isCropped) "
        + "pixels \(pixelAspect ?? .square) of \(frameSize?.description ?? "two sizes") \(transition) at "
        + "\(progress)",
      scene: scene)
  }

  private func face(seed: Int) throws -> Face {
    let usual = seed == 0 ? ComparisonCase.frameSize : ComparisonCase.otherFrameSize
    let size = frameSize ?? usual
    var frame = PatternFrame(format, size: size, color: color)
    frame.rotation = rotation
    frame.isMirrored = isStoredMirrored
    frame.padding = padding
    frame.rowAlignment = rowAlignment
    frame.period = size.area > 100_000 ? 60 : nil
    frame.pixelAspect = pixelAspect ?? .square
    if isCropped {
      frame.crop = PixelRectangle(
        x: 3, y: 5, size: PixelSize(width: size.width - 8, height: size.height - 7))
    }
    frame.hasLowBytes = true
    frame.seed = seed
    frame.sequence = UInt64(seed)
    // The new face is mirrored otherwise than the old one, as in a flip from back to front.
    return Face(frame: try frame.make(), isMirrored: isAskedMirrored != (seed == 1))
  }
}
