import MediaTypes

extension SessionStateMachine {
  /// Begins to look for a first camera.
  mutating func search(_ starters: [CommandID]) {
    directory = DeviceDirectory(backendOrder: backends, wish: settings.wish)
    state = .searching(Search(starters: starters, silent: Set(backends)))
    emit(.watchDevices)
    emit(.arm(.search, after: settings.searchTimeout))
  }

  mutating func update(_ list: DeviceList, from backend: String) {
    switch state {
    case .idle, .stopping: return  // A list that was on its way when the watch ended.
    case .searching(var search):
      search.silent.remove(backend)
      state = .searching(search)
    case .opening, .running, .waiting: break
    }
    if directory.update(list, from: backend) { tell(.devices(directory.list)) }
    settle()
  }

  /// Goes on, where the lists allow it.
  private mutating func settle() {
    switch state {
    case .searching(let search):
      // Every back end may speak first, so that neither a camera nor a road to it is preferred by
      // chance.
      guard search.silent.isEmpty else { return }
      if let device = device(for: choice) { begin(with: device, search.starters) }
    case .waiting(var waiting) where !waiting.hasEnded:
      let listed = directory.roads
      waiting.known.formIntersection(listed)
      state = .waiting(waiting)
      if listed != waiting.known { replace(shown: waiting.shown, failures: Failures(), round: 0) }
    case .idle, .opening, .running, .waiting, .stopping: break
    }
  }

  mutating func searchEnded() {
    guard case .searching(let search) = state else { return }
    if let device = device(for: choice) { return begin(with: device, search.starters) }
    answer(search.starters, .refused(nothingFits(choice)))
    wrapUp([])
  }

  private mutating func begin(with device: CameraDevice, _ starters: [CommandID]) {
    bringUp(device, shown: .nothing, for: .start(starters, failures: Failures()))
  }
}

// MARK: - Choosing

extension SessionStateMachine {
  /// The listed camera that a choice means.
  ///
  /// - Parameters:
  ///   - preferred: taken when several fit.
  ///   - excluded: roads that are not taken.
  func device(
    for choice: CameraChoice, preferring preferred: CameraID? = nil,
    excluding excluded: Failures = Failures()
  ) -> CameraDevice? {
    let fitting = directory.devices.filter { device in
      switch choice {
      case .automatic: true
      case .id(let id): device.answers(to: id)
      case .position(let position): device.position.position == position
      }
    }.compactMap { device in device.by { !excluded.contains($0) } }
    // Any camera will do: then the back one, as a phone has it.
    return fitting.first { $0.id == preferred }
      ?? fitting.first { $0.position.position == .back } ?? fitting.first
  }

  /// Whether a camera can still be reached by its road.
  func isListed(_ device: CameraDevice) -> Bool {
    directory[device.id]?.reaches(device.road.id) == true
  }

  /// Why no camera fits a choice.
  func nothingFits(_ choice: CameraChoice) -> CaptureError {
    let problem = directory.list.problem
    if directory.devices.isEmpty {
      return CaptureError(
        problem?.code == .notPermitted ? .notPermitted : .noCamera,
        problem?.message ?? "There is no camera.",
        remedy: problem?.remedy ?? "Connect a camera.", systemError: problem?.systemError)
    }
    let wanted =
      switch choice {
      case .automatic: "any name"
      case .id(let id): "the identity \(id)"
      case .position(let position): "the position \(position.rawValue)"
      }
    let ids = directory.devices.map(\.id.rawValue).joined(separator: ", ")
    return CaptureError(
      .noSuchCamera, "There is no camera with \(wanted).", remedy: "There is: \(ids).")
  }
}
