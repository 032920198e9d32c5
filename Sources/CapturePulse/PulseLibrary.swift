import CPulse

/// The PulseAudio library that is in use.
public enum PulseLibrary {
  /// Its version, for a person.
  public static var version: String {
    // Unsafe: a constant string of the library.
    unsafe String(cString: pa_get_library_version())
  }
}
