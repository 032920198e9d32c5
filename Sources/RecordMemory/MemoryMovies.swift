public import RecordCore
public import MediaTypes

/// Makes movies that are kept in memory and never written, with faults on request: for tests of programs
/// that record.
///
/// Not for real recordings: sound is kept without a bound.
///
/// *Context*: any thread. Writers block only while `hold` is on.
public final class MemoryMovies: MovieBackend {
  private struct State: Sendable {
    var movies: [String: MovieInMemory] = [:]
    var openPaths: Set<String> = []
    var discarded: [String] = []
    var freeBytes: Int64?
    var createError: RecordError?
    var appendError: (after: Int, error: RecordError)?
    var finishError: RecordError?
  }

  private let state = Locked(State())
  private let gate = Gate()
  private let onPicture: @Sendable (VideoFrame, Int64) -> Void
  /// How often a writer can lower its quality.
  public let qualitySteps: Int

  /// Makes a back end without movies.
  ///
  /// - Parameters:
  ///   - qualitySteps: how often a writer can lower its quality.
  ///   - onPicture: sees each picture with its index as it is appended, on the recorder's thread; to
  ///     read what is in it.
  public init(
    qualitySteps: Int = 2,
    onPicture: @escaping @Sendable (_ frame: VideoFrame, _ index: Int64) -> Void = { _, _ in }
  ) {
    self.qualitySteps = qualitySteps
    self.onPicture = onPicture
  }

  /// The finished movies, by path.
  public var movies: [String: MovieInMemory] { state.withLock(\.movies) }

  /// The paths of movies that were given up.
  public var discarded: [String] { state.withLock(\.discarded) }

  /// The paths of movies that are being written.
  public var openPaths: Set<String> { state.withLock(\.openPaths) }

  /// Begins a movie.
  ///
  /// - Throws: `exists` for the path of a movie that is finished or being written, what `check` throws,
  ///   or what `failNextCreate` says.
  public func create(_ path: String, settings: MovieSettings) throws(RecordError)
    -> any MovieWriter
  {
    try settings.check()
    try state.withLock { state throws(RecordError) in
      if let error = state.createError {
        state.createError = nil
        throw error
      }
      guard state.movies[path] == nil, state.openPaths.insert(path).inserted else {
        throw RecordError(
          .exists, "There is a movie \(path) already.", remedy: "Choose another name.")
      }
    }
    return MemoryWriter(path: path, settings: settings, movies: self)
  }

  /// What `setFreeBytes` said last; nil before.
  public func freeBytes(near path: String) -> Int64? { state.withLock(\.freeBytes) }
}

// MARK: - Faults

extension MemoryMovies {
  /// Says how full the disk is that is not there.
  public func setFreeBytes(_ bytes: Int64?) { state.withLock { $0.freeBytes = bytes } }

  /// Makes the next `create` fail.
  public func failNextCreate(with error: RecordError) { state.withLock { $0.createError = error } }

  /// Makes appends fail once a movie has so many pictures.
  public func failAppends(after pictures: Int, with error: RecordError) {
    state.withLock { $0.appendError = (pictures, error) }
  }

  /// Makes each `finish` fail.
  public func failFinish(with error: RecordError?) { state.withLock { $0.finishError = error } }

  /// Makes writers stand still at their next picture, as a disk or an encoder that cannot follow.
  public func hold() { gate.close() }

  /// Lets writers go on.
  public func release() { gate.open() }

  /// Lets writers that stand still write so many pictures more.
  public func release(pictures: Int) { gate.pass(pictures) }
}

// MARK: - For writers

extension MemoryMovies {
  func take(_ frame: VideoFrame, _ index: Int64, count: Int) throws(RecordError) {
    gate.wait()
    let error = state.withLock { state in
      state.appendError.flatMap { count >= $0.after ? $0.error : nil }
    }
    if let error { throw error }
    onPicture(frame, index)
  }

  func finish(_ path: String, _ movie: MovieInMemory) throws(RecordError) {
    try state.withLock { state throws(RecordError) in
      state.openPaths.remove(path)
      if let error = state.finishError { throw error }
      state.movies[path] = movie
    }
  }

  func discard(_ path: String) {
    state.withLock { state in
      state.openPaths.remove(path)
      state.discarded.append(path)
    }
  }
}
