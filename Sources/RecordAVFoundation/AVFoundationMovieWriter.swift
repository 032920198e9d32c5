import AVFoundation
import AppleMedia
import CoreMedia
import CoreVideo
import Dispatch
import Foundation
import MediaTypes
import RecordCore

/// One movie that AVAssetWriter writes.
///
/// *Context*: one thread at a time, the recorder's. `append` waits where the encoder is behind, and
/// `finish` until the file is whole; both with a limit.
final class AVFoundationMovieWriter: MovieWriter {
  private let paths: MoviePaths
  private let settings: WriterSettings
  private let fitter: any PictureFitter
  private let writer: AVAssetWriter
  private let pictures: AVAssetWriterInput
  private let adaptor: AVAssetWriterInputPixelBufferAdaptor
  private let sound: (input: AVAssetWriterInput, samples: SoundSamples)?
  private var counts = (frames: Int64(0), sound: Int64(0), lastIndex: Int64(-1))
  private var held: (buffer: ObjectIdentifier, owner: FrameBuffer, picture: CVPixelBuffer)?
  private var failure: RecordError?
  private var isOver = false

  /// How long an encoder may take to accept a sample, or a file to be finished.
  private static let patience = (
    append: DispatchTimeInterval.seconds(3), finish: DispatchTimeInterval.seconds(30)
  )

  init(
    _ paths: MoviePaths, settings movie: MovieSettings, fitter: any PictureFitter
  ) throws(RecordError) {
    (self.paths, self.fitter) = (paths, fitter)
    settings = WriterSettings(movie: movie)
    do {
      writer = try AVAssetWriter(outputURL: URL(filePath: paths.part), fileType: .mp4)
    } catch {
      throw .writing(error)
    }
    pictures = try Self.input(.video, settings.video, of: writer, settings)
    adaptor = AVAssetWriterInputPixelBufferAdaptor(
      assetWriterInput: pictures, sourcePixelBufferAttributes: settings.pictures)
    if let format = movie.sound {
      let input = try Self.input(.audio, settings.sound, of: writer, settings)
      sound = (input, try SoundSamples(format))
    } else {
      sound = nil
    }
    try begin(movie)
  }

  /// Asked before it is made: an input whose settings cannot be had raises an exception that no Swift code
  /// can catch.
  private static func input(
    _ media: AVMediaType, _ words: [String: Any]?, of writer: AVAssetWriter,
    _ settings: WriterSettings
  ) throws(RecordError) -> AVAssetWriterInput {
    guard writer.canApply(outputSettings: words, forMediaType: media) else {
      throw settings.refusal
    }
    let input = AVAssetWriterInput(mediaType: media, outputSettings: words)
    input.expectsMediaDataInRealTime = true
    return input
  }

  private func begin(_ movie: MovieSettings) throws(RecordError) {
    for input in [pictures, sound?.input].compactMap({ $0 }) {
      guard writer.canAdd(input) else { throw settings.refusal }
      writer.add(input)
    }
    // Fragments are off by default; the first is short, so that even a short movie can be opened.
    writer.movieFragmentInterval = CMTime(movie.fragment)
    writer.initialMovieFragmentInterval = CMTime(min(movie.fragment, .seconds(1)))
    writer.shouldOptimizeForNetworkUse = true
    guard writer.startWriting() else {
      paths.discard()
      throw .writing(writer.error)
    }
    writer.startSession(atSourceTime: .zero)
  }

  var facts: MovieWriterFacts {
    MovieWriterFacts(
      encoder: "AVAssetWriter \(settings.codecName)", byteCount: paths.byteCount(of: paths.part))
  }

  func append(_ frame: VideoFrame, at index: Int64) throws(RecordError) {
    try checkOpen()
    let time = settings.time(ofFrame: index)
    guard index > counts.lastIndex, time.isNumeric else {
      throw RecordError(.invalidRequest, "Picture \(index) after \(counts.lastIndex).")
    }
    let picture = try fitted(frame)
    try wait(for: pictures)
    guard adaptor.append(picture, withPresentationTime: time) else { throw failed() }
    counts.frames += 1
    counts.lastIndex = index
  }

  func append(_ buffer: AudioBuffer, at position: Int64) throws(RecordError) {
    try checkOpen()
    guard let sound else {
      throw RecordError(.invalidRequest, "Sound for a movie without a sound track.")
    }
    guard buffer.frameCount > 0 else { return }
    let sample = try sound.samples.sample(buffer, at: position)
    try wait(for: sound.input)
    guard sound.input.append(sample) else { throw failed() }
    counts.sound = position + Int64(buffer.frameCount)
  }

  /// There is nothing to lower: an input's settings are fixed when it is made, and it has nothing that can
  /// be changed while it writes (`AVAssetWriterInput.outputSettings` is read-only). Fewer bits would not
  /// help hardware that takes the same time for each picture anyhow. What it cannot follow with is
  /// left out and counted by the recorder's queue.
  ///
  /// Source: developer.apple.com/documentation/avfoundation/avassetwriterinput/outputsettings
  func lowerQuality() -> Bool { false }

  func finish() throws(RecordError) -> MovieSummary {
    guard !isOver else { throw RecordError(.invalidRequest, "The movie is finished already.") }
    guard counts.frames > 0 else {
      discard()
      throw RecordError(.nothingRecorded, "Stopped before the first frame: no file.")
    }
    isOver = true
    var notes = [failure?.message].compactMap { $0 }
    try close()
    let path = try paths.finish(overwrites: settings.movie.overwrites)
    if path != paths.target {
      notes.append("\(paths.target) was made by another program meanwhile.")
    }
    return MovieSummary(
      path: path, byteCount: paths.byteCount(of: path), frameCount: counts.frames,
      soundSampleCount: counts.sound, note: notes.joined(separator: " "))
  }

  func discard() {
    guard !isOver else { return paths.discard() }
    isOver = true
    writer.cancelWriting()
    paths.discard()
  }
}

// MARK: - Parts

extension AVFoundationMovieWriter {
  /// The frame as the canvas has it; a held frame's picture is used again.
  private func fitted(_ frame: VideoFrame) throws(RecordError) -> CVPixelBuffer {
    if let held, held.buffer == ObjectIdentifier(frame.buffer) { return held.picture }
    var made: CVPixelBuffer?
    if let pool = adaptor.pixelBufferPool {
      // Unsafe: the pointer is used during the call only.
      unsafe CVPixelBufferPoolCreatePixelBuffer(nil, pool, &made)
    }
    guard let made else { throw failed() }
    try fitter.fit(frame, to: settings.movie.canvas, into: PixelBuffer(made))
    WriterSettings.describeColors(of: made)
    // Its memory is kept, or its identity could come again.
    held = (ObjectIdentifier(frame.buffer), frame.buffer, made)
    return made
  }

  /// Returns when the encoder takes more (`isReadyForMoreMediaData`).
  private func wait(for input: AVAssetWriterInput) throws(RecordError) {
    guard !input.isReadyForMoreMediaData else { return }
    let ready = DispatchSemaphore(value: 0)
    let observation = input.observe(\.isReadyForMoreMediaData, options: [.initial, .new]) {
      _, change in
      if change.newValue == true { ready.signal() }
    }
    defer { observation.invalidate() }
    guard ready.wait(timeout: .now() + Self.patience.append) == .success else {
      failure = RecordError(
        .encoderFailed, "The encoder has been behind for seconds.",
        remedy: "Choose a smaller size or a lower rate.")
      throw failed()
    }
  }

  /// A sample for a writer that is done raises an exception that no Swift code can catch.
  private func checkOpen() throws(RecordError) {
    if let failure { throw failure }
    guard !isOver else { throw RecordError(.invalidRequest, "The movie is finished already.") }
  }

  private func failed() -> RecordError {
    let error = failure ?? .writing(writer.error)
    failure = error
    return error
  }

  private func close() throws(RecordError) {
    guard writer.status == .writing else { throw failed() }
    // The last picture is seen for one step.
    writer.endSession(atSourceTime: settings.time(ofFrame: counts.lastIndex + 1))
    pictures.markAsFinished()
    sound?.input.markAsFinished()
    let done = DispatchSemaphore(value: 0)
    writer.finishWriting { done.signal() }
    guard done.wait(timeout: .now() + Self.patience.finish) == .success,
      writer.status == .completed
    else { throw failed() }
  }
}

extension RecordError {
  /// What the writer says.
  fileprivate static func writing(_ error: (any Error)?) -> RecordError {
    let number = (error as? AVError).map { Int32(truncatingIfNeeded: $0.code.rawValue) }
    if (error as? AVError)?.code == .diskFull {
      return RecordError(
        .diskFull, "The disk is full.", remedy: "Make room, or choose another disk.",
        systemError: number)
    }
    let words = error.map { ": \($0.localizedDescription)" } ?? ""
    return RecordError(.writeFailed, "The movie cannot be written\(words).", systemError: number)
  }
}
