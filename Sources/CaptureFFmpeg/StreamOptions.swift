import CFFmpeg
import CaptureCore
import Glibc

/// How addresses are opened.
enum StreamOptions {
  /// The library's options for an address.
  ///
  /// The protocols are those that the address needs, so that a file cannot make the program fetch
  /// others; RTSP goes through TCP where the server does that, so that no part of a picture is lost.
  ///
  /// - Returns: a dictionary that the caller frees.
  static func make(for address: StreamAddress) -> OpaquePointer? {
    var options: OpaquePointer?
    var values = [("analyzeduration", "3000000"), ("probesize", "5000000")]
    switch address.scheme {
    case .file: values.append(("protocol_whitelist", "file"))
    case .rtsp, .rtsps:
      values += [
        ("protocol_whitelist", "rtsp,rtsps,rtp,srtp,udp,tcp,tls,http,https,httpproxy"),
        ("rtsp_flags", "prefer_tcp"),
      ]
    case .http, .https:
      values += [
        ("protocol_whitelist", "http,https,tcp,tls,httpproxy,crypto"), ("user_agent", "viewfinder"),
      ]
    }
    for (key, value) in values { unsafe av_dict_set(&options, key, value, 0) }
    return unsafe options
  }

  /// Whether the library takes a text for pictures: it draws any file called `.txt` as letters.
  static func isText(_ context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
    guard let format = unsafe context.pointee.iformat, let name = unsafe format.pointee.name else {
      return false
    }
    return unsafe ["tty", "bin", "xbin", "adf", "idf"].contains(String(cString: name))
  }
}

extension StreamAddress {
  /// As the library takes it.
  var url: String { scheme == .file ? "file:" + location : location }
}

/// Looks at a file before the library does, which would wait for a pipe without end.
enum FileCheck {
  static func check(_ address: StreamAddress) throws(CaptureError) {
    guard address.scheme == .file else { return }
    var status = stat()
    guard unsafe stat(address.location, &status) == 0 else {
      throw StreamFault(StreamFault.system(errno)).opening(address)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw CaptureError(
        .noSuchCamera, "\(address.shown) is no file with a movie in it.",
        remedy: "Give the path of a file.")
    }
    guard unsafe access(address.location, R_OK) == 0 else {
      throw StreamFault(StreamFault.system(errno)).opening(address)
    }
  }
}
