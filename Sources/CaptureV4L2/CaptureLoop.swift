import CaptureCore
import Glibc
import MediaTypes

/// What a stream's own thread does: waits for buffers, judges them, copies or lends them, gives them back, and
/// restarts a camera that goes silent.
struct CaptureLoop: Sendable {
  /// The camera's identity and rotation go with each frame.
  struct Source: Sendable {
    let camera: CameraID
    let rotation: Rotation
  }

  private let setting: StreamSetting
  private let source: Source
  private let words: FaultWords
  private let clock: any MediaClock
  private let wakeUp: Descriptor
  private let handler: CaptureHandler
  private let copy: FrameCopy
  private var check: FrameCheck
  private var health: StreamHealth
  private var sleep = SleepWatch()
  private var ledger: BufferLedger
  private let sharing: MemorySharing
  /// nil until somebody wants shared memory, and for good where there is none.
  private var shared: SharedBuffers?
  private var hasExported = false
  /// Times in a row that a picture was said to be ready and was not.
  private var emptyRounds = 0
  private static let emptyRoundLimit = 100

  private var queue: BufferQueue { setting.queue }
  private var calls: any SystemCalls { setting.node.calls }

  /// Prepares a loop over a setting whose buffers are all queued and which has been started.
  init(
    setting: StreamSetting, source: Source, words: FaultWords, clock: any MediaClock,
    wakeUp: Descriptor, sharing: MemorySharing, handler: @escaping CaptureHandler
  ) {
    self.setting = setting
    self.source = source
    self.words = words
    self.clock = clock
    self.wakeUp = wakeUp
    self.handler = handler
    copy = FrameCopy(
      setting.layout, compressedSize: setting.queue.byteCount(ofMemory: 0))
    check = FrameCheck(layout: setting.layout)
    health = StreamHealth(rate: setting.format.rate)
    ledger = BufferLedger(setting.queue)
    self.sharing = sharing
  }

  /// Runs until the wake-up event is signalled or the camera is lost.
  mutating func run() {
    while true {
      do throws(SystemError) {
        let readiness = try calls.wait(
          for: .buffer, device: setting.node.handle, event: wakeUp.rawValue, limit: health.patience)
        noticeSleep()
        if readiness.contains(.wakeUp) { return }
        guard !readiness.isEmpty else { throw SystemError(call: "poll", code: ETIMEDOUT) }
        try takeAll(readiness)
      } catch {
        guard recover(from: error) else { return }
      }
    }
  }
}

// MARK: - Pictures

extension CaptureLoop {
  /// Takes what is ready, at most one round of the queue so that a wake-up is never kept waiting.
  private mutating func takeAll(_ readiness: Readiness) throws(SystemError) {
    try ledger.enqueueMissing(shared?.takeReturned() ?? [])
    var taken = 0
    while taken < queue.count, let buffer = try queue.dequeue() {
      take(buffer)
      taken += 1
    }
    // An error that no call explains, or a picture that never comes, would otherwise be found again
    // at once, for ever.
    emptyRounds = taken == 0 ? emptyRounds + 1 : 0
    let isError = readiness.contains(.error)
    if emptyRounds > (isError ? 0 : Self.emptyRoundLimit) {
      emptyRounds = 0
      throw SystemError(call: "poll", code: isError ? EIO : ETIMEDOUT)
    }
  }

  private mutating func take(_ buffer: DequeuedBuffer) {
    guard let memory = ledger.dequeued(buffer.index) else {
      handler(.dropped(.malformed, count: 1))
      return
    }
    defer { ledger.giveBack(buffer.index) }
    let now = FrameClock.Readings(
      monotonic: clock.now, boot: calls.time(of: .boot), real: calls.time(of: .real))
    let (lost, verdict) = check.judge(buffer, sizes: memory.lazy.map(\.byteCount), now)
    if lost > 0 { handler(.dropped(.lostBySource, count: lost)) }
    switch verdict {
    case .dropped(let reason): handler(.dropped(reason, count: 1))
    case .picture(let number, let time): deliver(buffer, memory, number, time)
    }
  }

  private mutating func deliver(
    _ buffer: DequeuedBuffer, _ memory: [Mapping], _ number: UInt64, _ time: MediaTime
  ) {
    do {
      guard let (bytes, planes) = try picture(in: buffer, memory) else {
        return handler(.dropped(.noBuffer, count: 1))
      }
      let frame = try VideoFrame(
        buffer: bytes, format: setting.format.pixelFormat, size: setting.layout.size,
        planes: planes, color: setting.color, rotation: source.rotation,
        pixelAspect: setting.geometry.pixelAspect, crop: setting.geometry.crop,
        source: source.camera, sequence: number, presentationTime: time)
      health.frameCame()
      handler(.frame(frame))
    } catch {
      handler(.dropped(.malformed, count: 1))
    }
  }

  /// The driver's memory where that is of use and can be spared, else a copy; nil when consumers hold
  /// all copies.
  private mutating func picture(
    in buffer: DequeuedBuffer, _ memory: [Mapping]
  ) throws(FrameError) -> (FrameBuffer, PlaneLayouts)? {
    let (start, end) = (buffer.planes[0].offset, buffer.planes[0].bytesUsed)
    if sharing.isWanted, ledger.queuedCount >= Self.leastQueued, let shared = exported() {
      ledger.lend(buffer.index)
      return shared.lend(buffer.index, from: start)
    }
    if setting.layout.planes.isEmpty {
      let bytes = try copy.copyCompressed(memory[0], from: start, count: end - start)
      return bytes.map { ($0, PlaneLayouts([PlaneLayout(offset: 0, stride: end - start)])) }
    }
    return try copy.copy(memory, buffer).map { ($0, copy.planes) }
  }

  private mutating func exported() -> SharedBuffers? {
    if !hasExported { shared = SharedBuffers(queue, setting.layout) }
    hasExported = true
    return shared
  }

  /// Buffers that the driver needs to go on without a gap.
  private static let leastQueued = 2
}

// MARK: - Faults

extension CaptureLoop {
  /// After a sleep of the machine nothing that went wrong before it counts, and the driver may count
  /// its frames anew.
  private mutating func noticeSleep() {
    guard sleep.hasSlept(boot: calls.time(of: .boot), monotonic: calls.time(of: .monotonic)) else {
      return
    }
    health.woke()
    check.restart()
  }

  /// Restarts the camera, as often as is sensible.
  ///
  /// - Returns: false when the loop is over: woken up, or the camera lost and that said.
  private mutating func recover(from fault: SystemError) -> Bool {
    var fault = fault
    while true {
      if let lost = unplugged(fault) {
        handler(.failed(lost))
        return false
      }
      noticeSleep()
      guard case .restart(let pause) = health.failed() else {
        let isSilent = fault.code == ETIMEDOUT
        handler(.failed(isSilent ? words.silent : words.error(fault, while: .streaming)))
        return false
      }
      do throws(SystemError) {
        let woken = try calls.wait(for: [], device: nil, event: wakeUp.rawValue, limit: pause)
        if woken.contains(.wakeUp) { return false }
        try restart()
        return true
      } catch {
        fault = error
      }
    }
  }

  /// The error of a camera that is gone; nil when it still answers.
  private func unplugged(_ fault: SystemError) -> CaptureError? {
    if fault.saysUnplugged { return words.error(fault, while: .streaming) }
    do throws(SystemError) {
      try setting.node.check()
      return nil
    } catch {
      return words.error(error, while: .streaming)
    }
  }

  private mutating func restart() throws(SystemError) {
    try queue.streamOff()
    ledger.takeAll()
    try ledger.enqueueMissing(shared?.takeReturned() ?? [])
    try queue.streamOn()
    check.restart()
  }
}
