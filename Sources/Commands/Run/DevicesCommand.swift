import CaptureCore
import MediaTypes
import Viewfinder

/// `viewfinder devices`.
struct DevicesCommand: Sendable {
  let request: DevicesRequest
  let console: Console

  /// How long an empty list is given to become a better one, when nobody says why it is empty.
  private static let patience = MediaTime.seconds(1)
  /// How long the back ends may take to say anything: some wait for a service to answer.
  private static let limit = MediaTime.seconds(5)

  init(_ request: DevicesRequest, console: Console) {
    self.request = request
    self.console = console
  }

  func run() async throws {
    let lists = try request.source.catalog().lists()
    if request.watches {
      try await watch(lists)
    } else {
      try show(await Self.firstList(of: lists))
    }
  }

  private func show(_ list: DeviceList) throws {
    if request.asJSON {
      try console.print(DeviceText.json(list).indented())
    } else if !list.devices.isEmpty {
      try console.print(DeviceText.table(list.devices).lines.joined(separator: "\n"))
    }
    guard let problem = list.problem else {
      if list.devices.isEmpty {
        console.note("No camera is there. Connect one, or add --backend virtual.")
      }
      return
    }
    if list.devices.isEmpty { throw problem }
    console.note("\(problem)")
  }

  private func watch(_ lists: AsyncStream<DeviceList>) async throws {
    var shown = DeviceList()
    for await list in lists {
      for change in DeviceChange.changes(from: shown, to: list) {
        try console.print(request.asJSON ? change.json.line : change.line)
      }
      shown = list
    }
    try Task.checkCancellation()
  }

  /// The first list that says something, else the one that is there after a while.
  static func firstList(of lists: AsyncStream<DeviceList>) async throws -> DeviceList {
    let clock = SystemClock()
    let (spoken, speech) = AsyncStream.makeStream(of: Void.self)
    let limiter = Task {
      try await clock.sleep(until: clock.now + limit)
      speech.finish()
    }
    defer { limiter.cancel() }
    return try await withThrowingTaskGroup(of: DeviceList?.self) { group in
      group.addTask {
        var latest: DeviceList?
        for await list in lists {
          latest = list
          speech.finish()
          if !list.devices.isEmpty || list.problem != nil { break }
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
      return first ?? DeviceList()
    }
  }
}
