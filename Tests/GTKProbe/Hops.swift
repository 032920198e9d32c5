import Dispatch
import GTKSupport

/// 200 hops from a background task to the main actor and back, with only GLib's loop on the main
/// thread.
@MainActor
func probeHops() {
  let loop = MainLoop()
  Task.detached {
    var times: [UInt64] = []
    for _ in 0..<200 {
      let began = DispatchTime.now().uptimeNanoseconds
      let served = await arrivalOnMainActor()
      times.append(served - began)
    }
    await report(times)
    await loop.quit()
  }
  loop.run()
}

@MainActor
private func arrivalOnMainActor() -> UInt64 {
  MainActor.preconditionIsolated()
  dispatchPrecondition(condition: .onQueue(.main))
  return DispatchTime.now().uptimeNanoseconds
}

private func report(_ times: [UInt64]) async {
  let mean = times.reduce(0, +) / UInt64(times.count)
  print("served \(times.count) mean \(mean / 1000) us worst \((times.max() ?? 0) / 1000) us")
}

/// Wakes from other threads: at least one call after the last wake, and fewer calls than wakes
/// when they come faster than the loop turns.
@MainActor
func probeWaker() {
  let loop = MainLoop()
  var calls = 0
  let waker = Waker { calls += 1 }
  let done = Waker {
    print("calls \(calls)")
    loop.quit()
  }
  Task.detached {
    // One turn of the loop at least, so that the loop runs when the wakes come.
    await Task { @MainActor in }.value
    DispatchQueue.concurrentPerform(iterations: 1000) { _ in waker.wake() }
    done.wake()
  }
  loop.run()
  let before = calls
  waker.cancel()
  waker.wake()
  let after = Waker { loop.quit() }
  after.wake()
  loop.run()
  print(calls == before ? "silent after cancel" : "called after cancel")
}
