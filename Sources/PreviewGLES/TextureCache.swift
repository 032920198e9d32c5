import CGLES
import MediaTypes
import PreviewCore

/// The texture sets of a renderer: finds the one that holds a frame already, else one to put it in.
///
/// Two sets for each format and size take turns, so that a frame is never written over one that the
/// GPU may still be reading. Sets that nobody has used for longest make room for another format.
///
/// *Context*: the GL context it was made in, also for its end.
struct TextureCache {
  private(set) var uploads = 0
  private(set) var objectsMade = 0

  private var sets: [TextureSet] = []
  private var scene = 0
  private var scratch: [UInt8] = []
  private let largestEdge = GL.integer(GL_MAX_TEXTURE_SIZE)

  /// Sets that take turns for one format and size.
  static let turns = 2
  /// Sets in all, unless one scene needs more: two formats, as in a flip between unequal cameras.
  static let capacity = 4

  /// The textures for the frames of one scene, in the same order, uploaded as needed.
  mutating func textures(for frames: [VideoFrame]) throws(PreviewError) -> [TextureSet] {
    scene += 1
    // First those that are there, so that no other frame of the scene takes their place.
    for frame in frames { holder(of: frame)?.lastUse = scene }
    var result: [TextureSet] = []
    for frame in frames { result.append(try textures(for: frame)) }
    return result
  }

  private func holder(of frame: VideoFrame) -> TextureSet? {
    let identity = FrameIdentity(frame)
    return sets.first { $0.content == identity }
  }

  private mutating func textures(for frame: VideoFrame) throws(PreviewError) -> TextureSet {
    if let holder = holder(of: frame) { return holder }
    let set = try free(for: frame)
    set.lastUse = scene
    set.upload(frame, scratch: &scratch)
    uploads += 1
    return set
  }

  /// A set that this scene does not use: the oldest of its kind, else a new one.
  private mutating func free(for frame: VideoFrame) throws(PreviewError) -> TextureSet {
    let key = TextureSet.Key(frame)
    let alike = sets.filter { $0.key == key }
    if alike.count >= Self.turns, let oldest = oldestUnused(alike) { return oldest }
    return try make(for: frame)
  }

  private mutating func make(for frame: VideoFrame) throws(PreviewError) -> TextureSet {
    guard max(frame.size.width, frame.size.height) <= largestEdge else {
      throw PreviewError(
        .unsupportedFormat, "A frame of \(frame.size) pixels is too large for this GPU.",
        remedy: "Ask the camera for a size of at most \(largestEdge) pixels each way.")
    }
    if sets.count >= Self.capacity, let oldest = oldestUnused(sets) {
      sets.removeAll { $0 === oldest }
    }
    let set = try TextureSet(for: frame)
    objectsMade += TextureSet.objectCount(frame)
    sets.append(set)
    return set
  }

  private func oldestUnused(_ sets: [TextureSet]) -> TextureSet? {
    sets.filter { $0.lastUse != scene }.min { $0.lastUse < $1.lastUse }
  }
}
