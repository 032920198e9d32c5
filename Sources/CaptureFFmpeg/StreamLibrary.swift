import CFFmpeg

/// The FFmpeg library that is in use.
public enum StreamLibrary {
  /// Its version, for a person.
  public static var version: String {
    // Unsafe: a constant string of the library.
    unsafe String(cString: av_version_info())
  }

  /// Keeps the library from writing to standard error, where addresses with passwords would be seen.
  static func quiet() { av_log_set_level(AV_LOG_QUIET) }
}
