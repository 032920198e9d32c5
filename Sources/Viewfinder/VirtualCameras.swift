package import CaptureVirtual

extension VirtualCamera {
  /// What compresses the pictures of virtual cameras that send MJPEG; nil where this system has nothing.
  package static var jpeg: VirtualJPEG? { Platform.virtualJPEG }
}
