public import CaptureCore
import Dispatch
public import MediaTypes

/// Microphones by way of the kernel's sound cards, with no sound server between.
///
/// Not where PipeWire or PulseAudio runs: a card gives its sound to one program at a time, and a server
/// that has it makes it `busy`.
///
/// Each opened microphone has a thread of its own; the library converts rates, channels and samples.
public final class ALSABackend: MicrophoneBackend {
  static let name = "alsa"

  /// `alsa`.
  public var name: String { Self.name }

  private let clock: any MediaClock
  private let watcher = CardWatcher()
  /// Where cards are asked and opened: drivers may take their time.
  private let queue = DispatchQueue(label: "viewfinder.alsa")

  /// Makes a back end; nothing is opened before the first use.
  ///
  /// - Parameter clock: monotonic, as the drivers' times are.
  public init(clock: any MediaClock) {
    self.clock = clock
  }

  /// The microphones at this moment and after each change.
  ///
  /// With no card the list is empty; with cards that this user may not open its `problem` says so.
  public func microphoneLists() -> AsyncStream<MicrophoneList> { watcher.lists() }

  /// Opens a microphone.
  ///
  /// - Throws: `noSuchMicrophone`; `busy`, which says who has it; `notPermitted`, `unplugged`;
  ///   `unsupportedFormat` for a wish that is no sound; `deviceFailed`.
  ///
  /// *Context*: any task; suspends and does not block a thread of the caller's.
  public func open(
    _ microphone: MicrophoneID, format: SoundFormat
  ) async throws(CaptureError) -> any MicrophoneStream {
    let (queue, watcher, clock) = (queue, watcher, clock)
    let opened = await withCheckedContinuation { continuation in
      queue.async {
        continuation.resume(
          returning: Self.open(microphone, format: format, watcher: watcher, clock: clock))
      }
    }
    return try opened.get()
  }

  private static func open(
    _ microphone: MicrophoneID, format: SoundFormat, watcher: CardWatcher, clock: any MediaClock
  ) -> Result<ALSAStream, CaptureError> {
    Result { () throws(CaptureError) in
      guard format.isValid else {
        throw CaptureError(.unsupportedFormat, "\(format) is no sound.")
      }
      guard let device = watcher.device(microphone) else {
        throw Fault.noSuchMicrophone(microphone)
      }
      return try ALSAStream(open(device, format), name: device.microphone.name, clock: clock)
    }
  }

  private static func open(
    _ device: CaptureDevice, _ format: SoundFormat
  ) throws(CaptureError) -> RecordingDevice {
    LibraryMessages.silence()
    do throws(DeviceError) {
      return try RecordingDevice(device.pcmName, wish: format)
    } catch {
      throw Fault.call(device.microphone.name, code: error.code) {
        Files.text(of: device.statusPath).flatMap {
          Fault.holder(inStatus: $0, file: Files.text(of:))
        }
      }
    }
  }
}
