import CaptureCore
import MediaTypes

@testable import CaptureCore

/// A system's state in bytes, the same for systems that behave the same: identities become ranks,
/// and what is only reported (times, errors, counts) is left out.
extension ModelSystem {
  var key: [UInt8] {
    var key = KeyWriter(self)
    key.write(machine.state)
    key.write(machine.departures)
    key.write(machine.overdue)
    key.write(machine.choice)
    if takesPhotos { key.write(machine.mode?.camera) }
    for device in machine.directory.devices { key.write(device) }
    if !services.isEmpty { key.write(world) }
    key.write(UInt8(255))
    for stream in world.streams {
      key.write(stream.device)
      key.bytes += [stream.step.rawValue, stream.hasFrames ? 1 : 0, stream.isGivenUp ? 1 : 0]
    }
    key.write(UInt8(255))
    key.write(UInt8(world.callers.count))
    return key.bytes
  }
}

private struct KeyWriter {
  private let system: ModelSystem
  var bytes: [UInt8] = []

  init(_ system: ModelSystem) {
    self.system = system
    bytes.reserveCapacity(64)
  }

  mutating func write(_ byte: UInt8) { bytes.append(byte) }

  mutating func write(_ device: CameraDevice?) {
    write(device?.id)
    guard !system.services.isEmpty, let device else { return }
    // The road that is used, and which others were known when it was taken.
    write(device.road.id.camera)
    for road in device.otherRoads { write(road.id.camera) }
    write(UInt8(253))
  }

  /// What back ends have told, also of roads that are gone.
  mutating func write(_ world: ModelWorld) {
    for backend in [ModelSystem.service, ModelSystem.backend] {
      write(UInt8(world.lists[backend] == nil ? 0 : 1))
      for device in world.lists[backend]?.devices ?? [] { write(device.id) }
      write(UInt8(253))
    }
    for camera in world.joined.sorted() { write(camera) }
  }

  mutating func write(_ camera: CameraID?) {
    write(camera?.rawValue.utf8.first ?? 254)
  }

  /// Streams by rank; one that is gone, or not there yet, is none.
  mutating func write(_ stream: StreamID) {
    write(UInt8(system.world.streams.firstIndex { $0.id == stream } ?? 254))
  }

  mutating func write(_ commands: [CommandID]) {
    for command in commands {
      write(UInt8(system.world.callers.firstIndex { $0.id == command } ?? 254))
    }
    write(UInt8(255))
  }

  mutating func write(_ departures: [SessionStateMachine.Departure]) {
    for departure in departures {
      write(departure.stream)
      write(departure.device)
      switch departure.step {
      case .opening: write(UInt8(0))
      case .lingering: write(UInt8(1))
      case .closing: write(UInt8(2))
      }
    }
    write(UInt8(255))
  }

  mutating func write(_ choice: CameraChoice) {
    switch choice {
    case .automatic: write(UInt8(0))
    case .position: write(UInt8(1))
    case .id(let id): write(id)
    }
  }
}

extension KeyWriter {
  fileprivate mutating func write(_ state: SessionStateMachine.State) {
    switch state {
    case .idle: write(UInt8(0))
    case .searching(let search):
      write(UInt8(1))
      write(UInt8(search.silent.count))
      write(search.starters)
    case .opening(let opening):
      write(UInt8(2))
      write(opening.candidate)
      write(opening.shown)
      write(opening.purpose)
    case .running(let running):
      write(UInt8(3))
      write(running.stream)
      write(running.device)
      write(UInt8(running.restarts))
    case .waiting(let waiting):
      write(UInt8(4))
      write(waiting.shown)
      write(UInt8(waiting.hasEnded ? 1 : 0))
      for camera in waiting.known.map(\.camera).sorted() { write(camera) }
    case .stopping(let stopping):
      write(UInt8(5))
      write(stopping.stoppers)
      write(stopping.starters)
    }
    write(UInt8(255))
  }

  private mutating func write(_ candidate: SessionStateMachine.Candidate) {
    write(candidate.stream)
    write(candidate.device)
    switch candidate.step {
    case .resting: write(UInt8(0))
    case .blocked: write(UInt8(1))
    case .opening: write(UInt8(2))
    case .starting: write(UInt8(3))
    case .awaitingFrame: write(UInt8(4))
    }
  }

  private mutating func write(_ shown: SessionStateMachine.Shown) {
    switch shown {
    case .nothing: write(UInt8(0))
    case .held: write(UInt8(1))
    case .live(let stream, _):
      write(UInt8(2))
      write(stream)
    }
    write(shown.device)
  }

  private mutating func write(_ purpose: SessionStateMachine.Purpose) {
    switch purpose {
    case .start(let starters, let failures):
      write(UInt8(0))
      write(starters)
      write(failures)
    case .flip(let flip):
      write(UInt8(1))
      write(flip)
    case .rollBack(let flip, _):
      write(UInt8(2))
      write(flip)
    case .restart(let count): bytes += [3, UInt8(count)]
    case .replace(let failures, _):
      write(UInt8(4))
      write(failures)
    }
  }

  private mutating func write(_ flip: SessionStateMachine.Flip) {
    write(flip.askers)
    write(flip.from)
    write(flip.to)
  }

  private mutating func write(_ failures: SessionStateMachine.Failures) {
    for road in failures.roads { write(road.camera) }
    write(UInt8(255))
  }
}
