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

  /// Moments of a transition: both ends, near them, in between, either side of the edge.
  public static func moments(_ transition: Transition) -> [Double] {
    transition == .none ? [1] : [0, 0.01, 0.23, 0.42, 0.49, 0.51, 0.71, 0.995, 1]
  }

  /// Every matrix and range, in a turned moment of each transition.
  public static func colors(_ format: PixelFormat) throws -> [ComparisonCase] {
    var cases: [ComparisonCase] = []
    for matrix in ColorDescription.Matrix.allCases {
      for range in ColorDescription.Range.allCases {
        for transition in Transition.allCases {
          var layout = ComparisonLayout(format, transition)
          layout.color.matrix = matrix
          layout.color.range = range
          cases.append(try layout.make(progress: 0.3))
        }
      }
    }
    return cases
  }

  /// Every gravity, rotation and mirroring, in every moment of each transition.
  public static func geometries(_ format: PixelFormat) throws -> [ComparisonCase] {
    var cases: [ComparisonCase] = []
    var turn = 0
    for transition in Transition.allCases {
      for progress in moments(transition) {
        for gravity in Gravity.allCases {
          // Each moment and gravity takes one rotation and mirroring, and each format starts with
          // another, so that all formats together see all combinations.
          var layout = ComparisonLayout(format, transition)
          let step = turn + (formats.firstIndex(of: format) ?? 0)
          layout.gravity = gravity
          layout.rotation = Rotation.allCases[step % 4]
          layout.isStoredMirrored = step / 4 % 2 == 1
          layout.isAskedMirrored = step / 8 % 2 == 1
          layout.padding = step % 5
          cases.append(try layout.make(progress: progress))
          turn += 1
        }
      }
    }
    return cases
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
        + "stored mirrored \(isStoredMirrored) shown mirrored \(isAskedMirrored) \(transition) at "
        + "\(progress)",
      scene: scene)
  }

  private func face(seed: Int) throws -> Face {
    let size = seed == 0 ? ComparisonCase.frameSize : ComparisonCase.otherFrameSize
    var frame = PatternFrame(format, size: size, color: color)
    frame.rotation = rotation
    frame.isMirrored = isStoredMirrored
    frame.padding = padding
    frame.hasLowBytes = true
    frame.seed = seed
    frame.sequence = UInt64(seed)
    // The new face is mirrored otherwise than the old one, as in a flip from back to front.
    return Face(frame: try frame.make(), isMirrored: isAskedMirrored != (seed == 1))
  }
}
