import CGTK
import Testing

@testable import GTKSupport

@Suite("GObject ownership and signals")
@MainActor
struct ObjectTests {
  private final class Witness {}

  @Test("a handler gets the signal's typed arguments, and none of another type")
  func arguments() {
    var chosen: [String] = []
    let action = Action("camera", choice: "a") { chosen.append($0) }
    action.activate("b")
    action.activate("")
    #expect(chosen == ["b", ""])
  }

  @Test("an action's state follows, without a call of its handler")
  func choice() {
    var calls = 0
    let action = Action("camera", choice: "a") { _ in calls += 1 }
    action.setChoice("b")
    #expect(calls == 0)
  }

  @Test("a disabled action does nothing")
  func disabled() {
    var calls = 0
    let action = Action("flip") { calls += 1 }
    action.isEnabled = false
    action.activate()
    #expect(!action.isEnabled && calls == 0)
    action.isEnabled = true
    action.activate()
    #expect(calls == 1)
  }

  @Test("what a handler captured is freed with the wrapper")
  func released() {
    weak var witness: Witness?
    do {
      let captured = Witness()
      witness = captured
      let action = Action("flip") { _ = captured }
      action.activate()
      #expect(witness != nil)
    }
    #expect(witness == nil)
  }

  @Test("an object that outlives its wrapper calls no handler of it")
  func outlived() {
    var calls = 0
    var first: Action? = Action("flip") { calls += 1 }
    let other = first.map { unsafe Object(sinking: $0.unsafePointer) }
    first?.activate()
    #expect(calls == 1)
    first = nil
    if let other { unsafe g_action_activate(OpaquePointer(other.unsafePointer), nil) }
    #expect(calls == 1)
  }

  @Test("a handler may drop its own wrapper while it runs")
  func droppedInside() {
    final class Owner { var action: Action? }
    let owner = Owner()
    weak var witness: Witness?
    var ran = false
    do {
      let captured = Witness()
      witness = captured
      owner.action = Action("flip") { [weak owner] in
        owner?.action = nil
        ran = true
        _ = captured
      }
    }
    owner.action?.activate()
    #expect(ran && owner.action == nil && witness == nil)
  }

  @Test("a wrapper keeps what was put into it, and forgets it when told")
  func keeping() {
    let holder = Menu()
    weak var held: Menu?
    do {
      let menu = Menu()
      holder.keep(menu)
      held = menu
    }
    #expect(held != nil)
    if let menu = held { holder.release(menu) }
    #expect(held == nil)
  }

  @Test("the last reference may go on any thread")
  func otherThread() async {
    final class Holder: @unchecked Sendable {
      // Written before the task begins and cleared by it alone.
      var object: Menu?
      init(_ object: Menu?) { self.object = object }
    }
    weak var held: Menu?
    let holder = Holder(nil)
    do {
      let menu = Menu()
      held = menu
      holder.object = menu
    }
    await Task.detached { holder.object = nil }.value
    // The deinitialiser was sent to the main actor before this.
    await Task { @MainActor in }.value
    #expect(held == nil)
  }
}
