import CaptureCore
import SeededRandom

/// What goes wrong with one opening of a camera.
enum StormFault: Hashable {
  case none
  /// Another program has it, or the person does not allow it, or it is gone.
  case refuses(CaptureError.Code)
  case doesNotStart
  /// It starts, and sends nothing for so many frames' time; nil is for ever.
  case silent(frames: Int?)
  /// So many frames are no pictures; nil is all of them.
  case corrupt(frames: Int?)
  /// It sends nothing any more after so many frames.
  case stalls(after: Int)
  /// Another program takes it, or it breaks, after so many frames.
  case ends(after: Int, CaptureError.Code)
  /// It is pulled out after so many frames.
  case unplugged(after: Int)

  /// Draws one; more often none than any other.
  init(from numbers: inout SeededNumbers) {
    let few = Int.random(in: 1...12, using: &numbers)
    switch Int.random(in: 0..<24, using: &numbers) {
    case 0: self = .refuses(.busy)
    case 1: self = .refuses(.notPermitted)
    case 2: self = .refuses(.unplugged)
    case 3: self = .doesNotStart
    case 4: self = .silent(frames: few)
    case 5: self = .silent(frames: nil)
    case 6: self = .corrupt(frames: few)
    case 7: self = .corrupt(frames: nil)
    case 8: self = .stalls(after: few)
    case 9: self = .ends(after: few, .busy)
    case 10: self = .ends(after: few, .deviceFailed)
    case 11: self = .unplugged(after: few)
    default: self = .none
    }
  }
}
