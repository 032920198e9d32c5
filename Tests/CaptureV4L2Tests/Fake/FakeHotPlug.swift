import Foundation
import MediaTypes

@testable import CaptureV4L2

/// Plug and unplug by a test's word.
///
/// Sendable unchecked: all state is used under the condition's lock.
final class FakeHotPlug: HotPlug, @unchecked Sendable {
  private let condition = NSCondition()
  private var pokes = 0
  private var hasEnded = false

  func wait(limit: MediaTime?) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while pokes == 0 && !hasEnded {
      if let limit {
        if !condition.wait(until: Date(timeIntervalSinceNow: min(limit.seconds, 0.05))) { break }
      } else {
        condition.wait()
      }
    }
    pokes = 0
    return !hasEnded
  }

  func poke() {
    condition.lock()
    pokes += 1
    condition.broadcast()
    condition.unlock()
  }

  func end() {
    condition.lock()
    hasEnded = true
    condition.broadcast()
    condition.unlock()
  }
}
