import CaptureCore
import MediaTypes

/// A stream of a virtual camera with one fault.
final class StormStream: CaptureStream {
  private let base: any CaptureStream
  private let fault: StormFault
  private let unplug: @Sendable () -> Void
  private let frames = Locked(0)

  init(_ base: any CaptureStream, fault: StormFault, unplug: @escaping @Sendable () -> Void) {
    self.base = base
    self.fault = fault
    self.unplug = unplug
  }

  var format: CameraFormat { base.format }

  func start(_ handler: @escaping CaptureHandler) async throws(CaptureError) {
    if fault == .doesNotStart { throw CaptureError(.startFailed, "It does not start.") }
    try await base.start { [weak self] event in
      if case .frame(let frame) = event {
        self?.take(frame, handler)
      } else {
        handler(event)
      }
    }
  }

  func stop() async { await base.stop() }

  func close() async { await base.close() }

  private func take(_ frame: VideoFrame, _ handler: CaptureHandler) {
    let count = frames.withLock { count in
      count += 1
      return count
    }
    switch fault {
    case .none, .refuses, .doesNotStart: handler(.frame(frame))
    case .silent(let length): if let length, count > length { handler(.frame(frame)) }
    case .corrupt(let length):
      let isWhole = length.map { count > $0 } ?? false
      handler(isWhole ? .frame(frame) : Self.corrupt(frame))
    case .stalls(let last): if count <= last { handler(.frame(frame)) }
    case .ends(let last, let code):
      if count <= last { handler(.frame(frame)) }
      if count == last { handler(.failed(CaptureError(code, "It has ended."))) }
    case .unplugged(let last):
      handler(.frame(frame))
      if count == last { unplug() }
    }
  }

  /// The same bytes, which are no JPEG, as if they were one.
  private static func corrupt(_ frame: VideoFrame) -> CaptureStreamEvent {
    let plane = PlaneLayout(offset: 0, stride: frame.buffer.byteCount)
    let corrupt = try? VideoFrame(
      buffer: frame.buffer, format: .mjpeg, size: frame.size, planes: PlaneLayouts([plane]),
      color: .jpeg, source: frame.source, sequence: frame.sequence,
      presentationTime: frame.presentationTime)
    return corrupt.map { .frame($0) } ?? .dropped(.malformed, count: 1)
  }
}

/// Takes nothing for a picture.
struct RefusingDecoder: JPEGDecoder {
  func decode(_ frame: VideoFrame) throws(JPEGError) -> VideoFrame {
    throw JPEGError(.malformed, "no JPEG")
  }
}
