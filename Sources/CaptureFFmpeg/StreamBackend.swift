public import CaptureCore
public import MediaTypes

/// Movie files and network addresses as cameras (libavformat, libavcodec).
///
/// A camera's identity is its address, without what is secret in it. Its pictures are decoded, but for
/// MJPEG, which is handed on as it comes. A movie is played in real time and ends, unless it loops; it can be
/// opened again. A network camera that breaks off fails, and the session tries it again.
///
/// Not for cameras that are plugged in, and not for a person to find cameras with: it lists what it was
/// given, whether or not that is there.
///
/// *Context*: any thread; nothing blocks the caller.
public final class StreamBackend: CaptureBackend {
  private struct State {
    /// What is known of a camera's pictures, from its last opening.
    var formats: [CameraID: CameraFormat] = [:]
    var subscribers = ListSubscribers<DeviceList>()
  }

  /// `stream`.
  public let name = "stream"
  private let addresses: [StreamAddress]
  private let clock: any MediaClock
  private let state = Locked(State())

  /// Makes a back end; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - addresses: in the order in which they are to be listed; of two with one identity the first
  ///     counts.
  ///   - clock: what pictures are paced by.
  public init(_ addresses: [StreamAddress], clock: any MediaClock) {
    var known: Set<CameraID> = []
    self.addresses = addresses.filter { known.insert($0.id).inserted }
    self.clock = clock
    publish()
  }

  deinit { state.withLock(\.subscribers).finish() }

  /// The addresses; formats are known once one was opened.
  public func deviceLists() -> AsyncStream<DeviceList> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: DeviceList.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { $0.subscribers.add(continuation) }
    continuation.afterEnd { [weak self] in
      self?.state.withLock { $0.subscribers.remove(id) }
    }
    return stream
  }

  /// Opens an address; its pictures are what they are, whatever the format asked for.
  public func open(
    _ camera: CameraID, format: CameraFormat
  ) async throws(CaptureError) -> any CaptureStream {
    guard let address = addresses.first(where: { $0.id == camera }) else {
      throw CaptureError(
        .noSuchCamera, "There is no address \(camera).", remedy: "Give it as --camera.")
    }
    let stream = try await MovieStream.open(address, clock: clock)
    publish([camera: stream.format])
    return stream
  }

  /// Takes formats that are known from now on, and sends the addresses with them unless all was known.
  private func publish(_ formats: [CameraID: CameraFormat] = [:]) {
    state.withLock { state in
      state.formats.merge(formats) { $1 }
      let known = state.formats
      let devices = addresses.map { address in
        CameraDevice(
          id: address.id, name: address.name, backend: name, position: .unknown,
          formats: [known[address.id]].compactMap { $0 }, concurrency: .independent)
      }
      state.subscribers.publish(DeviceList(devices: devices))
    }
  }
}
