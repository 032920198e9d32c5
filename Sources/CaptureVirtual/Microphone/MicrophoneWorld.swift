import CaptureCore
import MediaTypes

/// What a `VirtualBackend` knows of its microphones: which are there, who has them open, who wants
/// the list.
struct MicrophoneWorld: Sendable {
  private enum Use: Sendable {
    case opening
    case open(ObjectIdentifier, WeakStream)
  }

  // A stream that nobody holds is closed by its deinit.
  private struct WeakStream: Sendable { weak var stream: VirtualMicrophoneStream? }

  private var microphones: [VirtualMicrophone] = []
  private var unplugged: Set<MicrophoneID> = []
  private var vanished: Set<MicrophoneID> = []
  private var uses: [MicrophoneID: Use] = [:]
  private var timelines: [MicrophoneID: MediaTime] = [:]
  private var subscribers = ListSubscribers<MicrophoneList>()

  init(_ microphones: [VirtualMicrophone]) {
    for microphone in microphones where self[microphone.id] == nil {
      self.microphones.append(microphone)
    }
  }

  subscript(id: MicrophoneID) -> VirtualMicrophone? { microphones.first { $0.id == id } }

  func isPlugged(_ id: MicrophoneID) -> Bool { self[id] != nil && !unplugged.contains(id) }

  var open: [MicrophoneID] { uses.keys.sorted() }

  func stream(of id: MicrophoneID) -> VirtualMicrophoneStream? {
    guard case .open(_, let weak) = uses[id] else { return nil }
    return weak.stream
  }

  /// - Returns: the stream that ends with it; nil when it was not there.
  mutating func unplug(
    _ id: MicrophoneID
  ) -> (microphone: VirtualMicrophone, stream: VirtualMicrophoneStream?)? {
    guard let microphone = self[id], unplugged.insert(id).inserted else { return nil }
    let stream = stream(of: id)
    if stream != nil { uses[id] = nil }
    return (microphone, stream)
  }

  mutating func plug(_ id: MicrophoneID) -> Bool {
    self[id] != nil && unplugged.remove(id) != nil
  }

  /// Whether a microphone has still to vanish; it does so once.
  mutating func beginVanishing(_ id: MicrophoneID) -> Bool {
    isPlugged(id) && vanished.insert(id).inserted
  }

  mutating func beginTimeline(
    of id: MicrophoneID, at now: MediaTime
  ) -> (origin: MediaTime, isNew: Bool) {
    if let origin = timelines[id] { return (origin, false) }
    timelines[id] = now
    return (now, true)
  }
}

// MARK: Opening

extension MicrophoneWorld {
  /// Claims a microphone for one opening.
  mutating func reserve(_ id: MicrophoneID) throws(CaptureError) -> VirtualMicrophone {
    guard let microphone = self[id] else {
      throw CaptureError(
        .noSuchMicrophone, "There is no virtual microphone of that name.",
        remedy: "They are: \(microphones.map(\.id.rawValue).joined(separator: ", ")).")
    }
    guard !unplugged.contains(id) else { throw .unplugged(microphone.name) }
    guard uses[id] == nil else { throw .busy(microphone.name) }
    uses[id] = .opening
    return microphone
  }

  mutating func register(_ stream: VirtualMicrophoneStream) throws(CaptureError) {
    let microphone = stream.microphone
    guard isPlugged(microphone.id) else { throw .unplugged(microphone.name) }
    uses[microphone.id] = .open(ObjectIdentifier(stream), WeakStream(stream: stream))
  }

  mutating func cancelReservation(_ id: MicrophoneID) {
    if case .opening = uses[id] { uses[id] = nil }
  }

  mutating func release(_ id: MicrophoneID, of stream: ObjectIdentifier) {
    if case .open(stream, _) = uses[id] { uses[id] = nil }
  }
}

// MARK: Subscribing

extension MicrophoneWorld {
  /// The first that is plugged in is the default one.
  private func list(backend: String) -> MicrophoneList {
    let plugged = microphones.filter { !unplugged.contains($0.id) }
    return MicrophoneList(
      microphones: plugged.map {
        $0.device(backend: backend, isDefault: $0.id == plugged.first?.id)
      })
  }

  mutating func subscribe(
    _ subscriber: ListSubscribers<MicrophoneList>.Subscriber, backend: String
  ) -> Int {
    announce(backend: backend)
    return subscribers.add(subscriber)
  }

  mutating func unsubscribe(_ id: Int) { subscribers.remove(id) }

  mutating func announce(backend: String) { subscribers.publish(list(backend: backend)) }

  func endSubscriptions() { subscribers.finish() }
}
