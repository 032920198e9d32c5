import Foundation

/// The long form of tests (`make soak`).
public enum Soak {
  /// Whether it is wanted: by the environment variable `VIEWFINDER_SOAK`.
  public static let isWanted = ProcessInfo.processInfo.environment["VIEWFINDER_SOAK"] != nil

  /// How often to do something.
  ///
  /// - Parameters:
  ///   - short: in `make test`, which has some twenty minutes for everything.
  ///   - long: in `make soak`.
  public static func times(_ short: Int, long: Int) -> Int { isWanted ? long : short }
}
