import AppModel
import Glibc
import Viewfinder

/// Prints a line for each thing that a test waits for.
@MainActor
final class Report {
  private let isOn: Bool
  private var hasPicture = false
  private var clock: String?
  private var endingFlip: FlipReport?

  init(isOn: Bool) { self.isOn = isOn }

  /// The view has drawn.
  func drawn(_ scene: Scene, isTurning: Bool) {
    if !hasPicture && !scene.patches.isEmpty {
      hasPicture = true
      line("first-frame")
    }
    if let flip = endingFlip, !isTurning {
      endingFlip = nil
      line("flip-done \(flip.to)")
    }
  }

  /// The view cannot draw.
  func failed(_ reason: String) { line("failed \(reason)") }

  /// The window was told.
  func event(_ event: CameraModel.Event) {
    switch event {
    case .session: hasPicture = false
    case .screen(let screen):
      if case .page(let page) = screen.content { line("page \(page.kind.rawValue)") }
      if let clock = screen.clock, clock != self.clock { line("clock \(clock)") }
      clock = screen.clock
    case .message(let text): line("message \(text)")
    case .saved(let path): line("saved \(path)")
    case .leftOvers(let count): line("left-overs \(count)")
    case .flipEnded(let flip):
      if flip.outcome == .done { endingFlip = flip }
    }
  }

  private func line(_ text: String) {
    guard isOn else { return }
    print(text)
    fflush(nil)
  }
}
