import CaptureFFmpeg
public import MediaTypes

extension CameraID {
  /// The identity of a movie or network camera.
  ///
  /// - Parameter address: as in `CameraSession.Configuration.addresses`.
  /// - Returns: nil for what is no address.
  public init?(address: String) {
    guard let address = StreamAddress(address) else { return nil }
    self = address.id
  }

  /// The address of the same movie, begun again at its end each time.
  package static func looping(_ address: String) -> String { StreamAddress.looping(address) }
}
