public import CaptureCore
public import MediaTypes

extension VirtualBackend: MicrophoneBackend {
  /// Lists of the microphones that are plugged in.
  public func microphoneLists() -> AsyncStream<MicrophoneList> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: MicrophoneList.self, bufferingPolicy: .bufferingNewest(1))
    let id = microphones.withLock { $0.subscribe(continuation, backend: name) }
    continuation.afterEnd { [weak self] in
      self?.microphones.withLock { $0.unsubscribe(id) }
    }
    return stream
  }

  /// Opens a microphone that is plugged in.
  ///
  /// - Throws: `CaptureError`: `unplugged`, `noSuchMicrophone`, `busy` when it is open,
  ///   `unsupportedFormat` for a wish that is no sound, or what the script says.
  public func open(
    _ microphone: MicrophoneID, format wish: SoundFormat
  ) async throws(CaptureError) -> any MicrophoneStream {
    try checkFaults(opening: microphone)
    let microphone = try microphones.withLock { world throws(CaptureError) in
      try world.reserve(microphone)
    }
    do throws(CaptureError) {
      let format = microphone.format ?? wish
      guard format.isValid else {
        throw CaptureError(.unsupportedFormat, "\(microphone.name) cannot do \(format).")
      }
      let stream = VirtualMicrophoneStream(microphone, format: format, backend: self)
      try microphones.withLock { world throws(CaptureError) in try world.register(stream) }
      return stream
    } catch {
      microphones.withLock { $0.cancelReservation(microphone.id) }
      throw error
    }
  }

  /// Takes a microphone away, as pulling its plug does. Nothing happens when it is not there.
  public func unplug(_ id: MicrophoneID) {
    guard let (microphone, stream) = microphones.withLock({ $0.unplug(id) }) else { return }
    stream?.fail(.unplugged(microphone.name))
    microphones.withLock { $0.announce(backend: name) }
  }

  /// Puts a microphone back that was unplugged.
  public func plug(_ id: MicrophoneID) {
    if microphones.withLock({ $0.plug(id) }) {
      microphones.withLock { $0.announce(backend: name) }
    }
  }

  /// Ends a microphone's stream with an error of the device; it stays in the list.
  public func fail(_ id: MicrophoneID) {
    guard let stream = microphones.withLock({ $0.stream(of: id) }) else { return }
    stream.fail(
      CaptureError(.deviceFailed, "\(stream.microphone.name) reported an error."))
  }

  /// The microphones that are open now, sorted: at the end of a test there should be none.
  public var openMicrophones: [MicrophoneID] { microphones.withLock { $0.open } }

  func release(_ id: MicrophoneID, of stream: ObjectIdentifier) {
    microphones.withLock { $0.release(id, of: stream) }
  }
}

// MARK: Faults

extension VirtualBackend {
  private func checkFaults(opening id: MicrophoneID) throws(CaptureError) {
    guard let microphone = microphones.withLock({ $0[id] }) else { return }
    for fault in script.faults(of: microphone) {
      switch fault {
      case .busy: throw .busy(microphone.name)
      case .denied: throw .denied(microphone.name)
      case .vanish where microphones.withLock({ $0.beginVanishing(id) }):
        armTimeline(of: microphone)
        unplug(id)
        throw .unplugged(microphone.name)
      default: break
      }
    }
  }

  /// Decides what a stream does from its start on; nil when it never sends anything.
  func schedule(for stream: VirtualMicrophoneStream) throws(CaptureError) -> ToneSchedule? {
    let microphone = stream.microphone
    let faults = script.faults(of: microphone)
    if faults.contains(.failStart) { throw .startFailed(microphone.name) }
    guard microphones.withLock({ $0.isPlugged(microphone.id) }) else {
      throw .unplugged(microphone.name)
    }
    let origin = armTimeline(of: microphone)
    var (start, drift, jitter) = (clock.now, 0, MediaTime.zero)
    var stalls: [Range<MediaTime>] = []
    for fault in faults {
      switch fault {
      case .noStart: return nil
      case .slow(let delay): start = clock.now + delay
      case .drift(let ppm): drift = ppm
      case .jitter(let length): jitter = length
      case .stall(let moment, let length): stalls.append((origin + moment).lasting(length))
      default: break
      }
    }
    return ToneSchedule(
      format: stream.format, origin: start, drift: drift, jitter: jitter, stalls: stalls)
  }

  @discardableResult
  private func armTimeline(of microphone: VirtualMicrophone) -> MediaTime {
    let now = clock.now
    let (origin, isNew) = microphones.withLock { $0.beginTimeline(of: microphone.id, at: now) }
    guard isNew else { return origin }
    for fault in script.faults(of: microphone) {
      switch fault {
      case .unplug(let moment): arm(origin + moment) { $0.unplug(microphone.id) }
      case .replug(let moment): arm(origin + moment) { $0.plug(microphone.id) }
      case .fail(let moment): arm(origin + moment) { $0.fail(microphone.id) }
      default: break
      }
    }
    return origin
  }
}
