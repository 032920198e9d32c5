/// How many times longer than elsewhere everything may take: the virtual machine is emulated, on a host
/// that may be slow and busy itself.
private let slowness = VirtualMachine.isInside ? 5 : 1

/// Runs something that waits, and gives up after a limit.
///
/// - Parameters:
///   - limit: generous, since it only matters when something is broken; five times as long in the
///     virtual machine.
///   - what: what is waited for, for the error.
///   - body: what waits; it is cancelled at the limit and should then return.
/// - Throws: `TestSupportError` at the limit, else what `body` throws.
public func within<Value: Sendable>(
  _ limit: Duration, _ what: String, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  let limit = limit * slowness
  return try await withThrowingTaskGroup(of: Value.self) { group in
    group.addTask { try await body() }
    group.addTask {
      try await Task.sleep(for: limit)
      throw TestSupportError("gave up after \(limit): \(what)")
    }
    defer { group.cancelAll() }
    guard let value = try await group.next() else { throw CancellationError() }
    return value
  }
}

/// Asks again and again until the answer is there: for what no event announces, such as the
/// readiness of another program.
///
/// - Parameters:
///   - what: what is waited for, for the error.
///   - limit: generous, since it only matters when something is broken; five times as long in the
///     virtual machine.
///   - ask: returns nil as long as there is no answer.
public func poll<Value: Sendable>(
  _ what: String, limit: Duration = .seconds(30),
  _ ask: @escaping @Sendable () async throws -> Value?
) async throws -> Value {
  try await within(limit, what) {
    while true {
      if let value = try await ask() { return value }
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}
