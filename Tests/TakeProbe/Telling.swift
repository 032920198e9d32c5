import CaptureCore
import Glibc
import MediaTypes
import RecordCore

/// Writes a line at once, so that it is not lost with the process.
func tell(_ words: String) {
  let line = Array((words + "\n").utf8)
  // Unsafe: the bytes are read within the call.
  _ = unsafe line.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
}

/// Cameras that tell of each picture once it is handed on.
struct TellingCameras: CaptureBackend {
  private let base: any CaptureBackend

  init(_ base: any CaptureBackend) { self.base = base }

  var name: String { base.name }

  func deviceLists() -> AsyncStream<DeviceList> { base.deviceLists() }

  func open(_ camera: CameraID, format: CameraFormat) async throws(CaptureError)
    -> any CaptureStream
  {
    TellingCamera(try await base.open(camera, format: format))
  }
}

private final class TellingCamera: CaptureStream {
  private let base: any CaptureStream

  init(_ base: any CaptureStream) { self.base = base }

  var format: CameraFormat { base.format }

  func start(_ handler: @escaping CaptureHandler) async throws(CaptureError) {
    try await base.start { event in
      handler(event)
      if case .frame(let frame) = event {
        tell("captured \(frame.presentationTime.nanoseconds)")
      }
    }
  }

  func stop() async { await base.stop() }

  func close() async { await base.close() }
}

/// Movies that tell of each picture once it is taken.
struct TellingMovies: MovieBackend {
  private let base: any MovieBackend

  init(_ base: any MovieBackend) { self.base = base }

  func create(_ path: String, settings: MovieSettings) throws(RecordError) -> any MovieWriter {
    TellingWriter(try base.create(path, settings: settings))
  }

  func freeBytes(near path: String) -> Int64? { base.freeBytes(near: path) }
}

private final class TellingWriter: MovieWriter {
  private let base: any MovieWriter

  init(_ base: any MovieWriter) { self.base = base }

  var facts: MovieWriterFacts { base.facts }

  func append(_ frame: VideoFrame, at index: Int64) throws(RecordError) {
    try base.append(frame, at: index)
    tell("written \(frame.presentationTime.nanoseconds)")
  }

  func append(_ sound: AudioBuffer, at position: Int64) throws(RecordError) {
    try base.append(sound, at: position)
  }

  func lowerQuality() -> Bool { base.lowerQuality() }

  func finish() throws(RecordError) -> MovieSummary { try base.finish() }

  func discard() { base.discard() }
}
