import MediaTypes

@testable import RecordCore

/// A take in a model world: one camera after another, a microphone, a person, a disk and a writer, whose
/// time goes in steps of the movie's rate. Whatever is done is checked as it is done.
struct TakeModel {
  enum Move: Hashable, CaseIterable {
    case frame, lateFrame, oldFrame, sound, tick, wait
    case flipBegan, newCamera, cameraLost, microphoneLost
    case pause, resume, stop, lowSpace, noSpace, writerFails, writerCloses
  }

  var take: Take
  /// In steps.
  var now: Int64 = 3000
  var stream: UInt64 = 1
  var sequence: UInt64 = 0
  var soundTime: Int64 = 3000
  var lastIndex: Int64 = -1
  var soundEnd: Int64 = 0
  var endings = 0
  /// Whether a person, the disk or the writer gave a reason to end.
  var mayEnd = false
  var flips = 0
  var pauses = 0
  var waits = 0
  var isFlipping = false

  /// Steps a second; two samples of sound a step.
  static let rate = 20

  init(sound: Bool) {
    var settings = MovieSettings()
    settings.canvas.rate = FrameRate(Self.rate) ?? .fps30
    settings.sound = sound ? SoundFormat(sampleRate: Self.rate * 2, channelCount: 1) : nil
    take = Take(
      path: "model", settings: settings, limits: TakeLimits(drain: .milliseconds(500)),
      queueBound: 8, start: Self.time(3000))
  }

  static func time(_ steps: Int64) -> MediaTime { .milliseconds(steps * 1000 / Int64(rate)) }

  var isOpen: Bool { take.machine.state != .closing && take.machine.state != .closed }

  var moves: [Move] {
    Move.allCases.filter { move in
      switch move {
      case .writerFails, .frame, .sound, .tick: isOpen
      case .writerCloses: take.machine.state == .closing
      case .flipBegan: isOpen && flips < 2 && !isFlipping
      case .newCamera: isOpen && isFlipping
      case .pause, .resume: isOpen && pauses < 2
      case .wait: isOpen && waits < 2
      default: isOpen
      }
    }
  }

  mutating func make(_ move: Move) throws {
    switch move {
    case .frame: try frame(age: 0, advance: 1)
    case .lateFrame: try frame(age: 2, advance: 1)
    case .oldFrame: if stream > 1 { try frame(age: 0, advance: 0, stream: stream - 1) }
    case .sound: try sound()
    case .tick:
      now += 1
      try send(.tick())
    case .wait:
      waits += 1
      now += 15
      try send(.tick())
    case .flipBegan:
      (flips, isFlipping) = (flips + 1, true)
      try send(.flipBegan)
    case .newCamera:
      (stream, isFlipping) = (stream + 1, false)
      try frame(age: 0, advance: 1)
      try send(.flipEnded)
    case .cameraLost: try send(.lost(.camera, "It is gone."))
    case .microphoneLost:
      soundTime = now + 3
      try send(.lost(.microphone, "It is gone."))
    case .pause:
      pauses += 1
      try send(.pause)
    case .resume: try send(.resume)
    case .lowSpace: try send(.space(100_000_000))
    case .stop: try end(.stop)
    case .noSpace: try end(.space(1_000_000))
    case .writerFails: try end(.failed(RecordError(.writeFailed, "It broke.")))
    case .writerCloses: try send(.closed(nil))
    }
  }

  private mutating func end(_ event: Take.Event) throws {
    mayEnd = true
    try send(event)
  }

  private mutating func frame(age: Int64, advance: Int64, stream: UInt64? = nil) throws {
    now += advance
    sequence += 1
    let frame = try Frames.make(at: Self.time(now - age), sequence: sequence)
    try send(.frame(TakeFrame(frame, stream: stream ?? self.stream, rate: take.spans.rate)))
  }

  private mutating func sound() throws {
    let begin = max(soundTime, now - 20)
    soundTime = begin + 1
    guard
      let sound = AudioBuffer(
        samples: [0.5, -0.5], channelCount: 1, sampleRate: Self.rate * 2,
        presentationTime: Self.time(begin))
    else { return }
    now = max(now, soundTime)
    try send(.sound(sound))
  }

  private mutating func send(_ event: Take.Event) throws {
    for action in take.handle(event, at: Self.time(now)) {
      switch action {
      case .append(_, let indices):
        try check(isWriting, "a picture after the end")
        try check(indices.lowerBound > lastIndex, "\(indices) after \(lastIndex)")
        lastIndex = indices.upperBound - 1
      case .appendSound(let sound, let position):
        try check(isWriting, "sound after the end")
        try check(position == soundEnd, "sound at \(position), not \(soundEnd)")
        soundEnd += Int64(sound.frameCount)
      case .lowerQuality: break
      case .finish:
        endings += 1
        try check(lastIndex >= 0, "an empty movie is finished")
      case .discard:
        endings += 1
        try check(lastIndex < 0, "a movie with pictures is thrown away")
      }
    }
    try check(endings <= 1, "ended twice")
    try check(endings == 0 || mayEnd, "ended without a reason")
    try check((endings == 1) == !isOpen, "\(take.machine.state) after \(endings) endings")
    try check((lastIndex >= 0) == take.machine.hasBegun, "begun with \(lastIndex)")
  }

  /// Appends of one event come before its ending.
  private var isWriting: Bool { endings == 0 }

  private func check(_ condition: Bool, _ words: @autoclosure () -> String) throws {
    if !condition { throw TakeViolation(words: words()) }
  }
}

struct TakeViolation: Error, CustomStringConvertible {
  let words: String
  var description: String { words }
}

// MARK: - What makes two states the same

extension TakeModel {
  private static func number(of state: RecorderStateMachine.State) -> Int64 {
    switch state {
    case .waiting: 0
    case .suspended: 1
    case .recording: 2
    case .paused: 3
    case .draining: 4
    case .closing: 5
    case .closed: 6
    }
  }

  /// The same for states that behave the same, near enough: times and indices as distances.
  var key: [Int64] {
    let spans = take.spans
    let steps = { (time: MediaTime) in Int64((time.seconds * Double(Self.rate)).rounded()) - now }
    var key = [
      Self.number(of: take.machine.state), take.machine.hasBegun ? 1 : 0, mayEnd ? 1 : 0,
      Int64(stream), Int64(flips), Int64(pauses), Int64(waits), isFlipping ? 1 : 0,
      max(soundTime - now, -21), spans.isOpen ? 1 : 0, spans.hasOrigin ? 1 : 0,
      Int64(take.timeline.cursor.index), take.report.isLost(.camera) ? 1 : 0,
    ]
    if let last = spans.spans.last {
      key.append(max(steps(last.start), -30))
      key.append(last.end.map { max(steps($0), -30) } ?? 99)
    }
    if spans.hasOrigin {
      let position = take.timeline.cursor.position(of: Self.time(now), in: spans)
      key.append(max(take.timeline.nextIndex - Int64(position.rounded()), -30))
      key.append(max(soundEnd / 2 - Int64(position.rounded()), -30))
    }
    return key
  }
}
