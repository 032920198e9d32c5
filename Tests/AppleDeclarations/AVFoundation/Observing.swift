// Key-value observation by key path, which Foundation has on Apple's systems only. Each comment is the
// path of the page below developer.apple.com/documentation.
public import Foundation

/// foundation/nskeyvalueobservingoptions
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  /// foundation/nskeyvalueobservingoptions/rawvalue
  public let rawValue: UInt
  /// foundation/nskeyvalueobservingoptions/init(rawvalue:)
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// foundation/nskeyvalueobservingoptions/new
  public static let new = Self(rawValue: 1)
  /// foundation/nskeyvalueobservingoptions/initial
  public static let initial = Self(rawValue: 4)
}

/// foundation/nskeyvalueobservedchange
public struct NSKeyValueObservedChange<Value> {
  /// foundation/nskeyvalueobservedchange/newvalue
  public let newValue: Value?
}

/// foundation/nskeyvalueobservation
public final class NSKeyValueObservation: NSObject, @unchecked Sendable {
  // Guarded by the stand-in's one lock.
  fileprivate var call: (() -> Void)?
  fileprivate let keyPath: AnyKeyPath

  fileprivate init(_ keyPath: AnyKeyPath) { self.keyPath = keyPath }
  /// foundation/nskeyvalueobservation/invalidate()
  public func invalidate() {
    guarded { call = nil }
    Stage.current.remove(self)
  }
}

/// objectivec/nsobject-swift.class, which is this in the SDK's Foundation
public protocol _KeyValueCodingAndObserving: NSObject {}

extension _KeyValueCodingAndObserving {
  /// objectivec/nsobject-swift.class/observe(_:options:changehandler:)
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    let observation = NSKeyValueObservation(keyPath)
    // The stand-in never keeps an object alive.
    observation.call = { [weak self] in
      guard let self else { return }
      changeHandler(self, NSKeyValueObservedChange(newValue: self[keyPath: keyPath]))
    }
    Stage.current.add(observation, to: self)
    if options.contains(.initial) { observation.call?() }
    return observation
  }
}

extension NSKeyValueObservation {
  func changed(_ keyPath: AnyKeyPath) {
    let call = guarded { keyPath == self.keyPath ? self.call : nil }
    call?()
  }
}
