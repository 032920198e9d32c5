import CaptureCore
package import CaptureVirtual

extension VirtualCamera {
  /// What compresses the pictures of virtual cameras that send MJPEG; nil where this system has nothing.
  package static var jpeg: VirtualJPEG? { Platform.virtualJPEG }
}

extension BackendSelection {
  /// Reads the faults of virtual cameras.
  static func script(_ text: String) throws(CaptureError) -> FaultScript {
    do throws(FaultScriptError) {
      return try FaultScript(parsing: text)
    } catch {
      throw CaptureError(.invalidRequest, error.message, remedy: error.remedy)
    }
  }
}
