import MediaTypes

// MARK: - Messages

extension CaptureEngine {
  /// Begins to read the inbox; does nothing the second time.
  func listen() {
    guard let messages = inbox.takeMessages() else { return }
    Task { [weak self] in
      for await message in messages { await self?.receive(message) }
    }
  }

  private func receive(_ message: EngineInbox.Message) {
    defer {
      inbox.messageDone()
      tellSettled()
    }
    switch message {
    case .event(let event): process(event)
    case .devices(let backend):
      if let list = inbox.takeList(of: backend) { process(.devices(list, backend: backend)) }
    case .firstFrame(let id, let time):
      let first = Machine.FirstFrame(time: time, lastShown: current?.lastFrame)
      process(.firstFrame(id, first))
    case .fired(let timer, let generation):
      guard timers.accept(timer, generation: generation) else { return }
      process(event(for: timer))
    }
  }

  private func event(for timer: Machine.Timer) -> Machine.Event {
    switch timer {
    case .search: .searchOver
    case .retry: .retryDue
    case .stream(let id):
      .deadline(id, quiet: streams[id]?.monitor.quiet(at: clock.now) ?? .zero)
    }
  }
}

// MARK: - Devices

extension CaptureEngine {
  func watchDevices() {
    watches = backends.map { backend in
      let (name, lists) = (backend.name, backend.deviceLists())
      return Task { [inbox] in
        for await list in lists { inbox.post(list, of: name) }
      }
    }
  }

  func unwatchDevices() {
    for watch in watches { watch.cancel() }
    watches = []
  }
}

// MARK: - Streams

extension CaptureEngine {
  func open(_ id: StreamID, _ device: CameraDevice, _ format: CameraFormat) {
    guard let backend = backends.first(where: { $0.name == device.backend }) else {
      let error = CaptureError(.noSuchCamera, "No back end is called \(device.backend).")
      return inbox.post(.failed(id, error))
    }
    openings[id] = Task { [weak self, inbox] in
      do throws(CaptureError) {
        let stream = try await backend.open(device.road.id.camera, format: format)
        if let self { await self.opened(id, stream, device.id) } else { await stream.close() }
      } catch {
        inbox.post(.failed(id, error))
      }
    }
  }

  private func opened(_ id: StreamID, _ stream: any CaptureStream, _ camera: CameraID) {
    streams[id] = OpenStream(stream: stream, camera: camera)
    process(.opened(id, stream.format))
  }

  func start(_ id: StreamID) {
    guard let open = streams[id] else { return }
    router.open(id, camera: open.camera, rate: open.stream.format.rate)
    open.monitor.start(at: clock.now)
    let handler = handler(for: id, open.monitor)
    Task { [inbox] in
      do throws(CaptureError) {
        try await open.stream.start(handler)
        inbox.post(.started(id))
      } catch {
        inbox.post(.failed(id, error))
      }
    }
  }

  /// What runs on the back end's thread for each event of a stream: only a first frame and a failure
  /// come to the engine.
  private func handler(for id: StreamID, _ monitor: StreamMonitor) -> CaptureHandler {
    { [router, inbox, clock] event in
      var event = event
      if case .frame(let frame) = event {
        switch monitor.age(of: frame.presentationTime, arrival: clock.now) {
        case .fresh: break
        case .leftOver:
          router.deliver(.dropped(.stale, count: 1), from: id)
          return
        case .unbelievable:
          router.countRepaired()
          event = .frame(frame.retimed(to: clock.now))
        }
      }
      if let frame = router.deliver(event, from: id),
        monitor.note(frame: frame.presentationTime, arrival: clock.now)
      {
        inbox.post(.firstFrame(id, frame.presentationTime))
      }
      if case .failed(let error) = event { inbox.post(.failed(id, error)) }
    }
  }

  func close(_ id: StreamID) {
    router.close(id)
    guard let open = streams.removeValue(forKey: id) else { return inbox.post(.closed(id)) }
    Task { [inbox] in
      await open.stream.close()
      inbox.post(.closed(id))
    }
  }
}
