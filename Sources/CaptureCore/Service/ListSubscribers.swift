/// Those who want a back end's lists: each is sent the latest one at once, then every one that differs.
package struct ListSubscribers<List: Hashable & Sendable>: Sendable {
  package typealias Subscriber = AsyncStream<List>.Continuation

  /// What was published last; nil before that.
  package private(set) var latest: List?
  private var subscribers: [Int: Subscriber] = [:]
  private var lastID = 0

  package init() {}

  /// Adds a subscriber under an identity that the caller has made.
  package mutating func add(_ subscriber: Subscriber, as id: Int) {
    subscribers[id] = subscriber
    if let latest { subscriber.yield(latest) }
  }

  /// Adds a subscriber.
  ///
  /// - Returns: what `remove` takes. Not for use with identities of the caller's own.
  package mutating func add(_ subscriber: Subscriber) -> Int {
    lastID += 1
    add(subscriber, as: lastID)
    return lastID
  }

  /// Forgets a subscriber; fine for one that is gone.
  package mutating func remove(_ id: Int) { subscribers[id] = nil }

  /// Sends a list, unless it equals the latest one.
  package mutating func publish(_ list: List) {
    guard list != latest else { return }
    latest = list
    for subscriber in subscribers.values { subscriber.yield(list) }
  }

  /// Ends every subscription.
  package func finish() {
    for subscriber in subscribers.values { subscriber.finish() }
  }
}
