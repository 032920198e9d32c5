import MediaTypes
import Testing

@testable import Viewfinder

@Suite("Session state")
struct SessionStateTests {
  let back = PreviewFixture.camera("back", .back)
  let front = PreviewFixture.camera("front", .front)
  let format = CameraFormat(
    pixelFormat: .nv12, size: PixelSize(width: 640, height: 480), rate: .fps30)
  let problem = CaptureError(.noFrames, "No picture.", remedy: "Open the shutter.")
  let stream = StreamID(rawValue: 1)

  func report(_ id: UInt64, _ outcome: FlipReport.Outcome) -> CaptureEngineEvent {
    .flipEnded(
      FlipReport(
        id: FlipID(rawValue: id), from: back.id, to: front.id, outcome: outcome, askedAt: .zero))
  }

  func began(_ id: UInt64) -> CaptureEngineEvent {
    .flipBegan(FlipID(rawValue: id), from: stream, to: front, at: .zero)
  }

  func running(_ events: [CaptureEngineEvent] = []) -> SessionState {
    var state = SessionState()
    state.start()
    let before: [CaptureEngineEvent] = [
      .devices(DeviceList(devices: [back, front])), .started(stream, back, format),
    ]
    for event in before + events { state.apply(event) }
    return state
  }

  @Test("runs with camera, format and cameras once the first frame is there")
  func started() {
    let state = running()
    #expect(state.phase == .running)
    #expect(state.camera == back)
    #expect(state.format == format)
    #expect(state.cameras == [back, front])
    #expect(state.flipHint == nil)
  }

  @Test("is flipping until the flip has ended, in each way that it can end")
  func flipping() {
    #expect(running([began(1)]).phase == .flipping)
    #expect(running([began(1)]).canFlip)
    let done = running([began(1), .started(StreamID(rawValue: 2), front, format), report(1, .done)])
    #expect((done.phase, done.camera, done.problem) == (.running, front, nil))
    let back = running([began(1), report(1, .rolledBack(problem))])
    #expect((back.phase, back.camera, back.problem) == (.running, self.back, problem))
    let failed = running([began(1), report(1, .failed(problem))])
    #expect((failed.phase, failed.problem) == (.interrupted, problem))
  }

  @Test("a superseded flip does not end the later one")
  func superseded() {
    #expect(running([began(1), report(1, .superseded), began(2)]).phase == .flipping)
    #expect(running([began(1), began(2), report(1, .superseded)]).phase == .flipping)
  }

  @Test("the next flip clears the last problem")
  func cleared() {
    #expect(running([began(1), report(1, .rolledBack(problem)), began(2)]).problem == nil)
  }

  @Test("an interruption says why; the same camera clears it, another one does not")
  func interrupted() {
    let lost = CaptureEngineEvent.interrupted(back, problem)
    let state = running([lost])
    #expect((state.phase, state.camera, state.problem) == (.interrupted, back, problem))
    let again = running([lost, .started(StreamID(rawValue: 2), back, format)])
    #expect((again.phase, again.problem) == (.running, nil))
    let other = running([lost, .started(StreamID(rawValue: 2), front, format)])
    #expect((other.phase, other.camera, other.problem) == (.running, front, problem))
  }

  @Test("a failed start keeps its reason, whichever of its messages comes first")
  func failed() {
    var state = SessionState()
    state.start()
    state.fail(problem)
    state.apply(.stopped)
    #expect((state.phase, state.problem) == (.failed, problem))
    state.start()
    #expect((state.phase, state.problem) == (.starting, nil))
    state.apply(.stopped)
    state.fail(problem)
    #expect((state.phase, state.problem) == (.failed, problem))
  }

  @Test("a list without cameras shows what keeps them from being seen")
  func listProblem() {
    var state = SessionState()
    state.start()
    state.apply(.devices(DeviceList(problem: problem)))
    #expect(state.problem == problem)
    #expect(state.cameras.isEmpty)
  }

  @Test("a stop clears everything but the list of cameras")
  func stopped() {
    let state = running([began(1), report(1, .failed(problem)), .stopped])
    #expect((state.phase, state.camera, state.format) == (.idle, nil, nil))
    #expect(state.problem == nil)
    #expect(!state.canFlip)
  }
}

@Suite("State board", .timeLimit(.minutes(1)))
struct StateBoardTests {
  @Test("each watcher gets the value at once, then the latest; all end with the board")
  func watchers() async {
    var board: StateBoard<Int>? = StateBoard(1)
    let streams = [board?.values(), board?.values()].compactMap { $0 }
    var first = streams[0].makeAsyncIterator()
    #expect(await first.next() == 1)
    for value in 2...9 { board?.update { $0 = value } }
    #expect(await first.next() == 9)
    board = nil
    #expect(await first.next() == nil)
    var second = streams[1].makeAsyncIterator()
    #expect(await second.next() == 9)
    #expect(await second.next() == nil)
  }

  @Test("a change that changes nothing is no news")
  func noNews() async {
    let board = StateBoard(1)
    var values = board.values().makeAsyncIterator()
    #expect(await values.next() == 1)
    board.update { $0 = 1 }
    board.update { $0 = 2 }
    #expect(await values.next() == 2)
  }

  @Test("a watcher that is cancelled while the value changes holds up nobody")
  func cancelledWatchers() async {
    let board = StateBoard(0)
    for round in 1...2_000 {
      let watcher = Task { for await _ in board.values() {} }
      async let change: Void = Task { board.update { $0 = round } }.value
      watcher.cancel()
      await watcher.value
      await change
    }
    #expect(board.value == 2_000)
  }
}
