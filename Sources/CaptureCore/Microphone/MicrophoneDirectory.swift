/// The microphones of several back ends as one list, and the rule that picks from it.
///
/// The back ends are ways to the same hardware, so that one list is enough: the first back end that
/// reaches its service and has a microphone gives it, and the others are not listed. So one
/// microphone is there once.
///
/// *Context*: a plain value.
public struct MicrophoneDirectory: Sendable {
  private let backendOrder: [String]
  private var lists: [String: MicrophoneList] = [:]

  /// The list that counts, with the problem of the first back end when there is no microphone.
  public private(set) var list = MicrophoneList()

  /// Makes an empty directory.
  ///
  /// - Parameter backendOrder: names of back ends, the preferred first.
  public init(backendOrder: [String]) {
    self.backendOrder = backendOrder
  }

  /// Takes the latest list of one back end.
  ///
  /// - Returns: whether the list that counts has changed.
  @discardableResult
  public mutating func update(_ list: MicrophoneList, from backend: String) -> Bool {
    lists[backend] = list
    let merged = merged
    defer { self.list = merged }
    return merged != self.list
  }

  private var merged: MicrophoneList {
    let ranked = backendOrder.compactMap { lists[$0] }
    let problem = ranked.lazy.compactMap(\.problem).first
    guard let list = ranked.first(where: Self.reachesMicrophones) else {
      return ranked.first { !$0.microphones.isEmpty } ?? MicrophoneList(problem: problem)
    }
    return list
  }

  /// Monitors of loudspeakers alone do not hide a microphone that another way may show.
  private static func reachesMicrophones(_ list: MicrophoneList) -> Bool {
    list.problem == nil && list.microphones.contains { !$0.isMonitor }
  }

  /// The microphone with an identity.
  public subscript(microphone: MicrophoneID) -> MicrophoneDevice? {
    list.microphones.first { $0.id == microphone }
  }

  /// The microphones that a choice stands for, the preferred first.
  ///
  /// - Parameters:
  ///   - choice: `automatic` is the system's default, then the one that was used, then the others in
  ///     their order; never a monitor.
  ///   - used: the one that was used last.
  public func candidates(for choice: MicrophoneChoice, used: MicrophoneID?) -> [MicrophoneDevice] {
    switch choice {
    case .none: return []
    case .id(let id): return self[id].map { [$0] } ?? []
    case .automatic:
      let microphones = list.microphones.filter { !$0.isMonitor }
      let isDefault = { (device: MicrophoneDevice) in device.isDefault }
      let wasUsed = { (device: MicrophoneDevice) in !device.isDefault && device.id == used }
      let isOther = { (device: MicrophoneDevice) in !device.isDefault && device.id != used }
      return microphones.filter(isDefault) + microphones.filter(wasUsed)
        + microphones.filter(isOther)
    }
  }
}
