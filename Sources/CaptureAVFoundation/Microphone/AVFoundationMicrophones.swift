import AVFoundation
import AppleMedia
public import CaptureCore
import Dispatch
import Foundation
public import MediaTypes

/// Microphones of iPhone, iPad and Mac, by AVFoundation.
///
/// The program needs `NSMicrophoneUsageDescription` in its Info.plist, or the system ends it when it asks.
///
/// *Context*: any thread; nothing blocks the caller.
public final class AVFoundationMicrophones: MicrophoneBackend {
  private let clock: any MediaClock
  private let queue = DispatchQueue(label: "viewfinder.microphones")
  private let observers = Observers()
  private let subscribers = Locked(ListSubscribers<MicrophoneList>())

  /// Makes the back end; nobody is asked before a microphone is opened.
  ///
  /// - Parameter clock: must show the host's time (`mach_absolute_time`).
  public init(clock: any MediaClock) {
    self.clock = clock
    for name in [
      AVCaptureDevice.wasConnectedNotification, AVCaptureDevice.wasDisconnectedNotification,
    ] {
      observers.observe(name) { [weak self] _ in self?.refresh() }
    }
  }

  deinit { subscribers.withLock { $0 }.finish() }

  /// `avfoundation`.
  public var name: String { AVFoundationBackend.backendName }

  /// Lists of the microphones; see `MicrophoneBackend`.
  public func microphoneLists() -> AsyncStream<MicrophoneList> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let id = subscribers.withLock { $0.add(continuation) }
      continuation.afterEnd { [weak self] in
        self?.subscribers.withLock { $0.remove(id) }
      }
      refresh()
    }
  }

  /// Opens a microphone in a session of its own, asking the person if nobody has; see
  /// `MicrophoneBackend`. The stream has the microphone's own format.
  public func open(
    _ microphone: MicrophoneID, format: SoundFormat
  ) async throws(CaptureError) -> any MicrophoneStream {
    do throws(CaptureError) {
      try await Permission.ask(for: .microphone)
    } catch {
      refresh()
      throw error
    }
    guard let found = Self.found().first(where: { $0.microphone.id == microphone }) else {
      throw CaptureError(
        .noSuchMicrophone, "There is no microphone \(microphone).",
        remedy: "Choose one of the list.")
    }
    return try await AVFoundationMicrophoneStream.open(
      found.device, as: found.microphone, clock: clock)
  }

  private func refresh() {
    queue.async { [weak self] in
      let refusal = Permission.refusal(of: .microphone)
      let list = MicrophoneList(
        microphones: refusal == nil ? Self.found().map(\.microphone) : [], problem: refusal)
      self?.subscribers.withLock { $0.publish(list) }
    }
  }

  private static func found() -> [(device: AVCaptureDevice, microphone: MicrophoneDevice)] {
    let session = AVCaptureDevice.DiscoverySession(
      deviceTypes: [.microphone, .external], mediaType: .audio, position: .unspecified)
    let usual = AVCaptureDevice.default(for: .audio)?.uniqueID
    return session.devices.map { device in
      let microphone = MicrophoneDevice(
        id: MicrophoneID("apple-" + device.uniqueID), name: device.localizedName,
        backend: AVFoundationBackend.backendName, isDefault: device.uniqueID == usual)
      return (device, microphone)
    }
  }
}
