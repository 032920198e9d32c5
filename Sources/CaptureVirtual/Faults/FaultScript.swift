public import MediaTypes

/// What goes wrong with virtual cameras and microphones, and when.
///
/// Times count from the moment at which the camera's first stream starts (for `vanish`, at which it
/// vanishes). Faults with a time happen once; the others each time.
///
/// *Context*: a plain value; any thread.
public struct FaultScript: Hashable, Sendable {
  /// One thing that goes wrong.
  public enum Fault: Hashable, Sendable {
    /// The camera is pulled out after so long.
    case unplug(MediaTime)
    /// It is put back after so long.
    case replug(MediaTime)
    /// Its stream ends with an error after so long; the camera stays.
    case fail(MediaTime)
    /// After so long it sends nothing for a while.
    case stall(MediaTime, length: MediaTime)
    /// Each start takes so long to the first frame.
    case slow(MediaTime)
    /// It starts, and never sends a frame.
    case noStart
    /// It refuses to start.
    case failStart
    /// Another program has it.
    case busy
    /// The person does not allow it.
    case denied
    /// It is listed, and gone when it is opened for the first time.
    case vanish
    /// Another program has the camera after so long, for a while.
    case taken(MediaTime, length: MediaTime)
    /// After so long its pictures have something wrong for a while.
    case damage(Damage, MediaTime, length: MediaTime)
    /// Each picture comes so long after it was taken.
    case late(MediaTime)
    /// After so long the clock that its pictures' times are read from is set forwards or back.
    case clock(MediaTime, by: MediaTime)
    /// The clock runs fast by so many parts per million, or slow.
    case drift(Int)
    /// The told times are wrong by so much at most.
    case jitter(MediaTime)
    /// No fault: a lamp in the picture flashes while the microphone beeps.
    case flash
  }

  /// What can be wrong with pictures.
  public enum Damage: String, Hashable, Sendable, CaseIterable {
    /// The camera says itself that they are faulty; JPEG images are no images.
    case corrupt
    /// The memory ends before the picture does.
    case short
    /// The rows are said to be nearer to each other than they are long.
    case stride
    /// Of each two the later one comes first.
    case disorder
  }

  /// A fault and whose it is.
  public struct Entry: Hashable, Sendable {
    /// A camera's identity or position, or `mic`; nil for every camera.
    public var camera: String?
    /// What goes wrong.
    public var fault: Fault

    /// Makes an entry.
    public init(_ fault: Fault, camera: String? = nil) {
      self.camera = camera
      self.fault = fault
    }
  }

  /// The faults, in the order in which they were written.
  public var entries: [Entry]

  /// Makes a script.
  public init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// Nothing goes wrong.
  public static let none = FaultScript([])

  /// The faults of one camera.
  func faults(of camera: VirtualCamera) -> [Fault] {
    entries
      .filter { $0.camera.map { Self.names(of: camera).contains($0) } ?? true }
      .map(\.fault)
  }

  /// The faults of a microphone: those for `mic`, the word for them all.
  func faults(of microphone: VirtualMicrophone) -> [Fault] {
    entries.filter { $0.camera == Self.microphone }.map(\.fault)
  }

  /// The word that stands for the microphones in a script.
  static let microphone = "mic"

  /// The words that stand for a camera in a script.
  static func names(of camera: VirtualCamera) -> [String] {
    [camera.position.rawValue, camera.id.rawValue]
  }
}

/// Why a text is no fault script.
public struct FaultScriptError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, with the word that is.
  public let message: String
  /// What is allowed, with an example.
  public let remedy: String

  init(_ message: String, remedy: String) {
    self.message = message
    self.remedy = remedy
  }

  /// Message and remedy.
  public var description: String { "\(message) \(remedy)" }
}
