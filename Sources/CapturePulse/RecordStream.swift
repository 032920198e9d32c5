import CPulse
import CaptureCore
import MediaTypes

/// Owns a stream of sound from one source (`pa_stream`).
///
/// *Context*: the loop's thread. It must not be let go of by its own handler.
@safe final class RecordStream {
  enum Event {
    case ready
    case failed(code: Int32)
    /// Samples, and how long ago the first was taken; nil when the server has not said yet.
    case sound([Float], age: MediaTime?)
    /// So many bytes were lost.
    case hole(Int)
  }

  private let context: Context
  // Unsafe: owned from the initialiser to the deinitialiser.
  private let pointer: OpaquePointer
  private let handler: (Event) -> Void

  /// Begins to record (`pa_stream_connect_record`); nil when the library refuses the format.
  ///
  /// - Parameter source: its name; the stream is moved to no other.
  init?(
    from source: String, format: SoundFormat, on context: Context,
    handler: @escaping (Event) -> Void
  ) {
    var spec = pa_sample_spec(
      format: PA_SAMPLE_FLOAT32LE, rate: UInt32(clamping: format.sampleRate),
      channels: UInt8(clamping: format.channelCount))
    guard format.isValid, unsafe pa_sample_spec_valid(&spec) != 0,
      let pointer = unsafe pa_stream_new(context.pointer, "Recording", &spec, nil)
    else { return nil }
    self.context = context
    unsafe self.pointer = unsafe pointer
    self.handler = handler
    listen()
    let fragment = format.frameCount(in: .milliseconds(20)) * Int64(format.channelCount) * 4
    var attributes = pa_buffer_attr(
      maxlength: .max, tlength: .max, prebuf: .max, minreq: .max,
      fragsize: UInt32(clamping: fragment))
    let flags =
      PA_STREAM_ADJUST_LATENCY.rawValue | PA_STREAM_AUTO_TIMING_UPDATE.rawValue
      | PA_STREAM_INTERPOLATE_TIMING.rawValue | PA_STREAM_DONT_MOVE.rawValue
    let status = unsafe pa_stream_connect_record(
      pointer, source, &attributes, pa_stream_flags(rawValue: flags))
    if status < 0 { return nil }
  }

  deinit {
    unsafe pa_stream_set_state_callback(pointer, nil, nil)
    unsafe pa_stream_set_read_callback(pointer, nil, nil)
    unsafe pa_stream_disconnect(pointer)
    unsafe pa_stream_unref(pointer)
  }

  private func listen() {
    // Unretained: the callbacks are taken off before this object goes.
    let this = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe pa_stream_set_state_callback(
      pointer, { _, this in unsafe RecordStream.from(this)?.stateChanged() }, this)
    unsafe pa_stream_set_read_callback(
      pointer, { _, _, this in unsafe RecordStream.from(this)?.read() }, this)
  }

  private static func from(_ pointer: UnsafeMutableRawPointer?) -> RecordStream? {
    unsafe pointer.map { unsafe Unmanaged<RecordStream>.fromOpaque($0).takeUnretainedValue() }
  }

  private func stateChanged() {
    switch unsafe pa_stream_get_state(pointer) {
    case PA_STREAM_READY: handler(.ready)
    case PA_STREAM_FAILED, PA_STREAM_TERMINATED: handler(.failed(code: context.errorCode))
    default: break
    }
  }

  /// Takes everything that is there (`pa_stream_peek`, `pa_stream_drop`).
  private func read() {
    while true {
      let age = age
      var data: UnsafeRawPointer?
      var count = 0
      guard unsafe pa_stream_peek(pointer, &data, &count) >= 0, count > 0 else { return }
      if let data = unsafe data {
        let whole = count - count % MemoryLayout<Float>.size
        let bytes = unsafe UnsafeRawBufferPointer(start: data, count: whole)
        let samples = unsafe bytes.withMemoryRebound(to: Float.self) { unsafe Array($0) }
        handler(.sound(samples, age: age))
      } else {
        handler(.hole(count))
      }
      unsafe pa_stream_drop(pointer)
    }
  }

  /// How long ago the next sample to be read was taken (`pa_stream_get_latency`).
  private var age: MediaTime? {
    var (microseconds, isNegative) = (pa_usec_t(0), Int32(0))
    guard unsafe pa_stream_get_latency(pointer, &microseconds, &isNegative) >= 0 else { return nil }
    return isNegative != 0 ? .zero : MediaTime(nanoseconds: Int64(clamping: microseconds) * 1000)
  }
}
