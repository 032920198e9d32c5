import RecordCore

/// The end of a recording: an ordinary file is made beside, and takes the movie's name in one step.
struct MovieFinish {
  let paths: MoviePaths
  let settings: MovieSettings

  /// The finished file.
  struct Result {
    var path: String
    var byteCount: Int64
    /// What a person should know; empty when all is well.
    var note: String
  }

  /// Finishes a part whose fragments are all written.
  ///
  /// Where there is no room for a second file, or it cannot be written, the part itself takes the name:
  /// it plays, though some programs take longer to open it.
  func run(_ part: OpenFile) throws(RecordError) -> Result {
    guard settings.container == .mp4 else { return try name(paths.part, part, note: "") }
    let needed = part.byteCount + Self.headReserve
    if let free = DiskSpace.free(in: paths.folder), free < needed {
      return try name(paths.part, part, note: "The disk has no room for an ordinary file of it.")
    }
    do {
      _ = try Remux(source: part, byteCount: part.byteCount, container: .mp4)
        .write(to: paths.finishing)
    } catch {
      MoviePaths.remove(paths.finishing)
      return try name(paths.part, part, note: "No ordinary file could be made: \(error.message)")
    }
    do {
      let result = try name(paths.finishing, part, note: "")
      MoviePaths.remove(paths.part)
      return result
    } catch {
      MoviePaths.remove(paths.finishing)
      throw error
    }
  }

  /// About the size of the head of an hour.
  private static let headReserve: Int64 = 4 << 20

  private func name(
    _ path: String, _ part: OpenFile, note: String
  ) throws(RecordError) -> Result {
    var notes = [note]
    if path == paths.part {
      do { try part.synchronize() } catch { notes.append(error.message) }
    }
    do {
      try paths.rename(path, overwrites: settings.overwrites)
      return result(paths, notes)
    } catch  where error.code == .exists {
      // Somebody took the name meanwhile: nothing of theirs is lost, nor of this.
      let other = paths.free
      do { try other.rename(path, overwrites: false) } catch { throw kept(error) }
      notes.append("\(paths.target) was made by another program meanwhile.")
      return result(other, notes)
    } catch {
      throw kept(error)
    }
  }

  /// The part is whole, and has no other name.
  private func kept(_ error: RecordError) -> RecordError {
    RecordError(
      error.code, error.message,
      remedy: "The movie is in \(paths.part): viewfinder repair makes it whole.",
      systemError: error.systemError)
  }

  private func result(_ paths: MoviePaths, _ notes: [String]) -> Result {
    let note = notes.filter { !$0.isEmpty }.joined(separator: " ")
    let file = try? OpenFile(paths.target, flags: 0, what: "")
    return Result(path: paths.target, byteCount: file?.byteCount ?? 0, note: note)
  }
}
