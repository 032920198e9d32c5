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
    pictures = AVAssetWriterInput(mediaType: .video, outputSettings: settings.video)
    pictures.expectsMediaDataInRealTime = true
    adaptor = AVAssetWriterInputPixelBufferAdaptor(
      assetWriterInput: pictures, sourcePixelBufferAttributes: settings.pictures)
    if let format = movie.sound {
      let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings.sound)
      input.expectsMediaDataInRealTime = true
      sound = (input, try SoundSamples(format))
    } else {
      sound = nil
    }
    try begin(movie)
  }

  private func begin(_ movie: MovieSettings) throws(RecordError) {
    for input in [pictures, sound?.input].compactMap({ $0 }) {
      guard writer.canAdd(input) else {
        throw RecordError(
          .encoderUnavailable, "This device has no encoder for \(movie.canvas.size) pixels.",
          remedy: "Choose a smaller size.")
      }
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
      encoder: "AVAssetWriter H.264", byteCount: paths.byteCount(of: paths.part), qualitySteps: 0)
  }

  func append(_ frame: VideoFrame, at index: Int64) throws(RecordError) {
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
    guard let sound, buffer.frameCount > 0 else { return }
    let sample = try sound.samples.sample(buffer, at: position)
    try wait(for: sound.input)
    guard sound.input.append(sample) else { throw failed() }
    counts.sound = position + Int64(buffer.frameCount)
  }

  /// The hardware takes what it is given; a running writer cannot be asked for less.
  func lowerQuality() -> Bool { false }

  func finish() throws(RecordError) -> MovieSummary {
    guard counts.frames > 0 else {
      discard()
      throw RecordError(.nothingRecorded, "Nothing was recorded.")
    }
    let note = failure.map(\.message) ?? ""
    try close()
    try paths.finish(overwrites: settings.movie.overwrites)
    return MovieSummary(
      path: paths.target, byteCount: paths.byteCount(of: paths.target), frameCount: counts.frames,
      soundSampleCount: counts.sound, note: note)
  }

  func discard() {
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
