import CaptureCore
import MediaTypes
import SystemThreads

/// Everything that the back end knows and owns, on the loop's thread.
final class PulseHub {
  private let loop: MainLoop
  private let queue: LoopThread.Queue
  private let clock: any MediaClock
  private let server: String?
  private let timer: any MediaTimer

  private var machine = ConnectionMachine()
  private var context: Context?
  private var connection = 0
  private var sources: [Source] = []
  private var subscribers = ListSubscribers<MicrophoneList>()
  private var whenKnown: [() -> Void] = []
  private var streams: [Int: SourceStream] = [:]
  private var nextStream = 0

  init(
    on loop: MainLoop, queue: LoopThread.Queue, clock: any MediaClock, server: String?
  ) {
    self.loop = loop
    self.queue = queue
    self.clock = clock
    self.server = server
    timer = clock.makeTimer(label: "pulse") { _ in queue.post { $0.handle(.timePassed) } }
  }

  /// Lets go of everything, on the loop's thread.
  func end() {
    timer.cancel()
    subscribers.finish()
    for stream in streams.values { stream.stop() }
    streams = [:]
    context = nil
  }
}

// Lists.
extension PulseHub {
  func subscribe(_ id: Int, _ subscriber: AsyncStream<MicrophoneList>.Continuation) {
    subscribers.add(subscriber, as: id)
    handle(.wanted)
  }

  func unsubscribe(_ id: Int) { subscribers.remove(id) }

  private func publish(_ list: MicrophoneList, _ sources: [Source] = []) {
    self.sources = sources
    subscribers.publish(list)
    let waiting = whenKnown
    whenKnown = []
    for continuation in waiting { continuation() }
  }
}

// The connection.
extension PulseHub {
  private func handle(_ event: ConnectionMachine.Event) {
    for action in machine.handle(event) {
      switch action {
      case .connect: connect()
      case .disconnect: disconnect()
      case .wait(let time): timer.schedule(at: clock.now + time)
      case .reportSilence:
        if subscribers.latest == nil { publish(MicrophoneList(problem: Fault.noAnswer)) }
      }
    }
  }

  private func connect() {
    connection += 1
    let (connection, queue) = (connection, queue)
    do {
      // Later, since a context may not be let go of by its own events.
      context = try Context(on: loop, server: server) { [unowned self] event in
        switch event {
        case .ready: break
        case .sources(let sources, let defaultName): answered(sources, defaultName)
        case .failed(let code): queue.post { $0.lost(connection, code: code) }
        }
      }
    } catch {
      publish(MicrophoneList(problem: error))
      handle(.failed)
    }
  }

  private func answered(_ sources: [Source], _ defaultName: String?) {
    handle(.settled)
    publish(sources.list(defaultName: defaultName), sources)
  }

  private func lost(_ connection: Int, code: Int32) {
    guard connection == self.connection else { return }
    let wasConnected = machine.state == .connected
    publish(
      MicrophoneList(problem: wasConnected ? Fault.connectionLost : Fault.connecting(code)))
    handle(.failed)
  }

  private func disconnect() {
    connection += 1
    for stream in streams.values { stream.fail(Fault.connectionLost) }
    context = nil
  }
}

// Streams.
extension PulseHub {
  func open(
    _ microphone: MicrophoneID, format: SoundFormat,
    reply: @escaping (Result<OpenedSource, CaptureError>) -> Void
  ) {
    guard subscribers.latest != nil else {
      whenKnown.append { [unowned self] in open(microphone, format: format, reply: reply) }
      return handle(.wanted)
    }
    if let problem = subscribers.latest?.problem { return reply(.failure(problem)) }
    guard let source = sources.first(where: { $0.id == microphone }), let context else {
      return reply(.failure(Fault.noSuchMicrophone(microphone)))
    }
    nextStream += 1
    let (id, queue) = (nextStream, queue)
    let name = source.device(defaultName: nil).name
    streams[id] = SourceStream(
      source, format: format, on: context, clock: clock,
      late: {
        queue.post {
          if $0.streams[id]?.isOpening == true { $0.streams[id]?.fail(Fault.late(name)) }
        }
      },
      failed: { code in queue.post { $0.streams[id]?.fail(Fault.stream(name, code: code)) } }
    ) { result in
      if case .failure = result { queue.post { $0.close(id) } }
      reply(result.map { OpenedSource(id: id, format: $0) })
    }
  }

  func start(
    _ id: Int, _ handler: @escaping MicrophoneHandler,
    reply: (Result<Void, CaptureError>) -> Void
  ) {
    guard let stream = streams[id] else { return reply(.failure(Fault.closed)) }
    reply(Result { () throws(CaptureError) in try stream.start(handler) })
  }

  /// Stops and frees a stream; fine for one that is gone.
  func close(_ id: Int) { streams.removeValue(forKey: id)?.stop() }
}

/// A microphone that is open and not started.
struct OpenedSource: Sendable {
  let id: Int
  let format: SoundFormat
}
