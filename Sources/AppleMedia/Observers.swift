package import Foundation

/// Notifications that are observed until this goes (`NotificationCenter.addObserver`).
///
/// Sendable unchecked: the center's own tokens, which are given back to it in `deinit` and not used for
/// anything else.
package final class Observers: @unchecked Sendable {
  private var tokens: [any NSObjectProtocol] = []
  private let center: NotificationCenter

  /// Observes nothing yet.
  package init(center: NotificationCenter = .default) { self.center = center }

  deinit {
    for token in tokens { center.removeObserver(token) }
  }

  /// Observes a notification of one object, or of any.
  ///
  /// *Context*: while the owner makes this; the handler is called on the thread that posts.
  package func observe(
    _ name: NSNotification.Name, of object: AnyObject? = nil,
    _ handler: @escaping @Sendable (Notification) -> Void
  ) {
    tokens.append(center.addObserver(forName: name, object: object, queue: nil, using: handler))
  }
}
