/// Where each of a queue's buffers is: with the driver, here, or lent to a frame.
///
/// ```
///   queued ──dequeued──▶ here ──lend──▶ lent
///      ▲                  │  ▲            │
///      └─────giveBack─────┘  └──returned──┘
/// ```
struct BufferLedger: Sendable {
  private enum Place { case queued, here, lent }

  private let queue: BufferQueue
  private var places: [Place]

  /// All buffers are queued.
  init(_ queue: BufferQueue) {
    self.queue = queue
    places = Array(repeating: .queued, count: queue.count)
  }

  /// How many the driver has.
  var queuedCount: Int { places.count { $0 == .queued } }

  /// The driver gave a buffer back.
  ///
  /// - Returns: its memory; nil for a buffer that there is not or that the driver did not have.
  mutating func dequeued(_ index: Int) -> [Mapping]? {
    guard let memory = queue.memory(of: index), places[index] == .queued else { return nil }
    places[index] = .here
    return memory
  }

  /// A frame takes a buffer along.
  mutating func lend(_ index: Int) { places[index] = .lent }

  /// Hands a buffer to the driver, unless it is lent. One that the driver refuses now is offered again
  /// with the next picture.
  mutating func giveBack(_ index: Int) {
    guard places[index] == .here, (try? queue.enqueue(index)) != nil else { return }
    places[index] = .queued
  }

  /// Hands the driver all that it could have.
  ///
  /// - Parameter returned: buffers whose frames are gone.
  mutating func enqueueMissing(_ returned: [Int] = []) throws(SystemError) {
    for index in returned { places[index] = .here }
    for index in places.indices where places[index] == .here {
      try queue.enqueue(index)
      places[index] = .queued
    }
  }

  /// The driver has let go of all buffers.
  mutating func takeAll() {
    for index in places.indices where places[index] == .queued { places[index] = .here }
  }
}
