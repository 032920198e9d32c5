import CaptureCore
import MediaTypes
import Viewfinder

/// `viewfinder devices`.
struct DevicesCommand: Sendable {
  let request: DevicesRequest
  let console: Console

  /// How long an empty list is given to become a better one, when nobody says why it is empty.
  private static let patience = MediaTime.seconds(1)
  /// How long the back ends may take to say anything: a busy machine is slow to load them.
  private static let limit = MediaTime.seconds(20)

  init(_ request: DevicesRequest, console: Console) {
    self.request = request
    self.console = console
  }

  func run() async throws {
    let lists = try request.source.catalog().lists()
    let microphones = try request.source.microphones().lists()
    if request.watches {
      try await watch(lists, microphones)
    } else {
      async let heard = Self.firstList(of: microphones)
      try show(await Self.firstList(of: lists), await heard)
    }
  }

  private func show(_ list: DeviceList, _ heard: MicrophoneList) throws {
    let microphones = heard.microphones
    if request.asJSON {
      try console.print(DeviceText.json(list, microphones: microphones).indented())
    } else {
      let tables = [
        list.devices.isEmpty ? nil : DeviceText.table(list.devices),
        microphones.isEmpty ? nil : DeviceText.table(microphones),
      ]
      let text = tables.compactMap { $0?.lines.joined(separator: "\n") }
      if !text.isEmpty { try console.print(text.joined(separator: "\n\n")) }
    }
    if list.devices.isEmpty {
      throw list.problem
        ?? CaptureError(
          .noCamera, "No camera is there.", remedy: "Connect one, or add --backend virtual.")
    }
    if let problem = list.problem { console.note("\(problem)") }
  }

  private func watch(
    _ lists: AsyncStream<DeviceList>, _ microphones: AsyncStream<MicrophoneList>
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        var shown = DeviceList()
        for await list in lists {
          try say(DeviceChange.changes(from: shown, to: list))
          shown = list
        }
      }
      group.addTask {
        var shown: [MicrophoneDevice] = []
        for await list in microphones {
          try say(DeviceChange.changes(from: shown, to: list.microphones))
          shown = list.microphones
        }
      }
      try await group.waitForAll()
    }
    try Task.checkCancellation()
  }

  private func say(_ changes: [DeviceChange]) throws {
    for change in changes { try console.print(request.asJSON ? change.json.line : change.line) }
  }

  /// The first list that says something, else the one that is there after a while.
  static func firstList<List: FoundList>(of lists: AsyncStream<List>) async throws -> List {
    let clock = SystemClock()
    let (spoken, speech) = AsyncStream.makeStream(of: Void.self)
    let limiter = Task {
      try await clock.sleep(until: clock.now + limit)
      speech.finish()
    }
    defer { limiter.cancel() }
    return try await withThrowingTaskGroup(of: List?.self) { group in
      group.addTask {
        var latest: List?
        for await list in lists {
          latest = list
          speech.finish()
          if list.saysSomething { break }
        }
        return latest
      }
      group.addTask {
        for await _ in spoken {}
        try await clock.sleep(until: clock.now + patience)
        return nil
      }
      let first = try await group.next() ?? nil
      group.cancelAll()
      try Task.checkCancellation()
      return first ?? List()
    }
  }
}

/// A list that may be empty at first, until somebody has said more.
protocol FoundList: Sendable {
  /// An empty list.
  init()
  /// Whether there is something in it, or a reason why there is not.
  var saysSomething: Bool { get }
}

extension DeviceList: FoundList {
  init() { self.init(devices: []) }
  var saysSomething: Bool { !devices.isEmpty || problem != nil }
}

extension MicrophoneList: FoundList {
  init() { self.init(microphones: []) }
  var saysSomething: Bool { !microphones.isEmpty || problem != nil }
}
