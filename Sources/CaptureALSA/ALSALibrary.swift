import CALSA

/// The ALSA library that is in use.
public enum ALSALibrary {
  /// Its version, for a person.
  public static var version: String {
    // Unsafe: a constant string of the library.
    unsafe String(cString: snd_asoundlib_version())
  }
}
