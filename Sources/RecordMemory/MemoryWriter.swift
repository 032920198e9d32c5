import MediaTypes
import RecordCore

/// One movie on its way into memory.
final class MemoryWriter: MovieWriter {
  private let path: String
  private let movies: MemoryMovies
  private var movie: MovieInMemory
  private var lastBuffer: ObjectIdentifier?
  private var isOver = false

  init(path: String, settings: MovieSettings, movies: MemoryMovies) {
    self.path = path
    self.movies = movies
    movie = MovieInMemory(settings: settings)
  }

  deinit { if !isOver { movies.discard(path) } }

  var facts: MovieWriterFacts {
    MovieWriterFacts(
      encoder: "memory", byteCount: Int64(movie.samples.count * 4 + movie.pictures.count),
      qualitySteps: movie.qualitySteps)
  }

  func append(_ frame: VideoFrame, at index: Int64) throws(RecordError) {
    guard !isOver, index > movie.pictures.last?.index ?? -1 else {
      return complain("picture \(index) after \(movie.pictures.last?.index ?? -1)")
    }
    try movies.take(frame, index, count: movie.pictures.count)
    let buffer = ObjectIdentifier(frame.buffer)
    movie.pictures.append(
      MovieInMemory.Picture(
        index: index, source: frame.source, sequence: frame.sequence,
        time: frame.presentationTime, size: frame.size, format: frame.format,
        isHeld: buffer == lastBuffer && frame.sequence == movie.pictures.last?.sequence))
    lastBuffer = buffer
  }

  func append(_ sound: AudioBuffer, at position: Int64) throws(RecordError) {
    let format = SoundFormat(sampleRate: sound.sampleRate, channelCount: sound.channelCount)
    guard !isOver, position == movie.soundSampleCount, format == movie.settings.sound else {
      return complain("sound of \(format) at \(position), not \(movie.soundSampleCount)")
    }
    movie.samples += sound.samples
  }

  func lowerQuality() -> Bool {
    guard movie.qualitySteps < movies.qualitySteps else { return false }
    movie.qualitySteps += 1
    return true
  }

  func finish() throws(RecordError) -> MovieSummary {
    isOver = true
    try movies.finish(path, movie)
    return MovieSummary(
      path: path, byteCount: facts.byteCount, frameCount: Int64(movie.pictures.count),
      soundSampleCount: movie.soundSampleCount)
  }

  func discard() {
    guard !isOver else { return }
    isOver = true
    movies.discard(path)
  }

  private func complain(_ words: String) { movie.violations.append(words) }
}
