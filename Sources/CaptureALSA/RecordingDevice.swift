import CALSA
import CaptureCore
import Glibc
import MediaTypes

/// Owns an opened device that records (`snd_pcm_t`).
///
/// Sendable unchecked: opened on one thread, then used by the recording thread alone, and closed with
/// the last reference when that has ended.
@safe final class RecordingDevice: @unchecked Sendable {
  /// What a look at the device has shown.
  enum Look {
    /// So many moments can be read; the last was taken at this time, if the driver says.
    case available(Int, at: MediaTime?)
    case failed(Int32)
  }

  // Unsafe: owned from the initialiser to the deinitialiser.
  private let pointer: OpaquePointer
  /// What the device was set to.
  let format: SoundFormat

  /// Opens a device and sets it up: floats, and the nearest rate to the wished one.
  ///
  /// - Throws: the negative error number of what failed.
  init(_ name: String, wish: SoundFormat) throws(DeviceError) {
    var opened: OpaquePointer?
    let status = unsafe snd_pcm_open(&opened, name, SND_PCM_STREAM_CAPTURE, SND_PCM_NONBLOCK)
    guard status >= 0, let pointer = unsafe opened else { throw DeviceError(code: status) }
    do throws(DeviceError) {
      format = try unsafe Self.setHardware(pointer, wish)
      try unsafe Self.setSoftware(pointer)
    } catch {
      _ = unsafe snd_pcm_close(pointer)
      throw error
    }
    unsafe self.pointer = unsafe pointer
  }

  deinit { _ = unsafe snd_pcm_close(pointer) }

  /// Buffers of 20 ms, half a second of them (`snd_pcm_hw_params`).
  private static func setHardware(
    _ device: OpaquePointer, _ wish: SoundFormat
  ) throws(DeviceError) -> SoundFormat {
    var parameters: OpaquePointer?
    try check(unsafe snd_pcm_hw_params_malloc(&parameters))
    defer { unsafe snd_pcm_hw_params_free(parameters) }
    try check(unsafe snd_pcm_hw_params_any(device, parameters))
    try check(
      unsafe snd_pcm_hw_params_set_access(device, parameters, SND_PCM_ACCESS_RW_INTERLEAVED))
    try check(unsafe snd_pcm_hw_params_set_format(device, parameters, SND_PCM_FORMAT_FLOAT_LE))
    var (channels, rate) = (
      UInt32(clamping: wish.channelCount), UInt32(clamping: wish.sampleRate)
    )
    try check(unsafe snd_pcm_hw_params_set_channels_near(device, parameters, &channels))
    try check(unsafe snd_pcm_hw_params_set_rate_near(device, parameters, &rate, nil))
    var (period, buffer) = (UInt32(20_000), UInt32(500_000))
    try check(unsafe snd_pcm_hw_params_set_buffer_time_near(device, parameters, &buffer, nil))
    try check(unsafe snd_pcm_hw_params_set_period_time_near(device, parameters, &period, nil))
    try check(unsafe snd_pcm_hw_params(device, parameters))
    let format = SoundFormat(sampleRate: Int(rate), channelCount: Int(channels))
    guard format.isValid else { throw DeviceError(code: -EINVAL) }
    return format
  }

  /// Times of the monotonic clock (`snd_pcm_sw_params`).
  private static func setSoftware(_ device: OpaquePointer) throws(DeviceError) {
    var parameters: OpaquePointer?
    try check(unsafe snd_pcm_sw_params_malloc(&parameters))
    defer { unsafe snd_pcm_sw_params_free(parameters) }
    try check(unsafe snd_pcm_sw_params_current(device, parameters))
    try check(
      unsafe snd_pcm_sw_params_set_tstamp_mode(device, parameters, SND_PCM_TSTAMP_ENABLE))
    try check(
      unsafe snd_pcm_sw_params_set_tstamp_type(
        device, parameters, SND_PCM_TSTAMP_TYPE_MONOTONIC))
    try check(unsafe snd_pcm_sw_params(device, parameters))
  }

  private static func check(_ status: Int32) throws(DeviceError) {
    if status < 0 { throw DeviceError(code: status) }
  }
}

/// The negative error number of a call.
struct DeviceError: Error {
  let code: Int32
}

// MARK: - Recording

extension RecordingDevice {
  /// Begins to record, or to record anew after a loss (`snd_pcm_prepare`, `snd_pcm_start`).
  func start() throws(DeviceError) {
    try Self.check(unsafe snd_pcm_prepare(pointer))
    try Self.check(unsafe snd_pcm_start(pointer))
  }

  /// Stops and forgets what was not read (`snd_pcm_drop`).
  func stop() { _ = unsafe snd_pcm_drop(pointer) }

  /// Goes on after a system's sleep (`snd_pcm_resume`).
  ///
  /// - Returns: false when the device must be started anew.
  func resume() -> Bool { unsafe snd_pcm_resume(pointer) >= 0 }

  /// Waits until there is something to read, or another descriptor is readable (`poll`).
  ///
  /// - Parameter limit: in milliseconds.
  /// - Returns: 0, or a negative error number.
  func wait(or other: Int32, limit: Int32) -> Int32 {
    let count = unsafe snd_pcm_poll_descriptors_count(pointer)
    guard count > 0 else { return count < 0 ? count : -ENODEV }
    var descriptors = [pollfd](repeating: pollfd(), count: Int(count))
    let filled = unsafe snd_pcm_poll_descriptors(pointer, &descriptors, UInt32(count))
    guard filled >= 0 else { return filled }
    descriptors.append(pollfd(fd: other, events: Int16(POLLIN), revents: 0))
    while unsafe poll(&descriptors, UInt(descriptors.count), limit) < 0 {
      if errno != EINTR { return -errno }
    }
    // Who else holds the device's descriptor: nobody; so an error there is the device's end.
    let isGone = descriptors.dropLast().contains { $0.revents & Int16(POLLNVAL) != 0 }
    return isGone ? -ENODEV : 0
  }

  /// How much there is to be read, and when its end was taken (`snd_pcm_htimestamp`).
  func look() -> Look {
    if unsafe snd_pcm_state(pointer) == SND_PCM_STATE_DISCONNECTED { return .failed(-ENODEV) }
    let status = unsafe snd_pcm_avail_update(pointer)
    guard status >= 0 else { return .failed(Int32(clamping: status)) }
    var (available, stamp) = (snd_pcm_uframes_t(0), timespec())
    guard unsafe snd_pcm_htimestamp(pointer, &available, &stamp) >= 0, stamp.tv_sec > 0 else {
      return .available(Int(status), at: nil)
    }
    let time = MediaTime.seconds(Int64(stamp.tv_sec)) + MediaTime(nanoseconds: Int64(stamp.tv_nsec))
    return .available(Int(clamping: available), at: time)
  }

  /// Reads so many moments at most (`snd_pcm_readi`).
  func read(_ frameCount: Int) throws(DeviceError) -> [Float] {
    var samples = [Float](repeating: 0, count: frameCount * format.channelCount)
    let count = unsafe samples.withUnsafeMutableBytes { bytes in
      unsafe snd_pcm_readi(pointer, bytes.baseAddress, snd_pcm_uframes_t(frameCount))
    }
    guard count >= 0 else { throw DeviceError(code: Int32(clamping: count)) }
    let kept = min(Int(count), frameCount) * format.channelCount
    if kept < samples.count { samples.removeLast(samples.count - kept) }
    return samples
  }
}
