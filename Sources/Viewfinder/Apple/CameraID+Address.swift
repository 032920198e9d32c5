public import MediaTypes

extension CameraID {
  /// The identity of a movie or network camera.
  ///
  /// - Returns: always nil here: this system opens neither as a camera.
  public init?(address: String) { nil }
}
