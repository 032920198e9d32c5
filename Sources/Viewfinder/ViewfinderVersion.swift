/// The version of the library and of the programs that come with it.
public enum ViewfinderVersion {
  /// As `--version` prints it, by the rules of semver.org.
  public static let text = "0.1.0"
}
