import CFFmpeg

/// The FFmpeg library that is in use.
public enum MovieLibrary {
  /// Its version, for a person.
  public static var version: String {
    // Unsafe: a constant string of the library.
    unsafe String(cString: av_version_info())
  }
}
