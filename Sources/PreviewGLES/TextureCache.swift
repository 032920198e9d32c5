import CGLES
import MediaTypes
import PreviewCore

/// The textures of a renderer: shows shared memory as it is where the driver can; for all else finds the
/// set that holds a frame already, else one to put it in.
///
/// Two sets for each format and size take turns, so that a frame is never written over one that the
/// GPU may still be reading. Sets that nobody has used for longest make room for another format.
///
/// *Context*: the GL context it was made in, also for its end.
struct TextureCache {
  private(set) var uploads = 0
  private var texturesMade = 0
  private var importing = ImportCache()

  private var sets: [TextureSet] = []
  private var scene = 0
  private var scratch: [UInt8] = []
  private let largestEdge = GL.integer(GL_MAX_TEXTURE_SIZE)

  /// Sets that take turns for one format and size.
  static let turns = 2
  /// Sets in all, unless one scene needs more: two formats, as in a flip between unequal cameras.
  static let capacity = 4

  /// GL objects made so far.
  var objectsMade: Int { texturesMade + importing.objectsMade }
  /// Frames that were shown without an upload.
  var imports: Int { importing.imports }
  /// Whether frames in shared memory need no upload.
  var importsSharedMemory: Bool { importing.isUsable }

  /// The scene has been drawn.
  mutating func sceneDrawn() { importing.sceneDrawn(scene) }

  /// Begins a scene: all its frames are kept before any is uploaded, so that none takes the place of another
  /// that is there already.
  mutating func beginScene() { scene += 1 }

  /// Keeps the textures of a frame of the scene, if they are there.
  func keep(_ frame: VideoFrame) { holder(of: frame)?.lastUse = scene }

  private func holder(of frame: VideoFrame) -> TextureSet? {
    let identity = FrameIdentity(frame)
    for set in sets where set.content == identity { return set }
    return nil
  }

  /// The textures for a frame of the scene, uploaded as needed.
  mutating func textures(for frame: VideoFrame) throws(PreviewError) -> PlaneTextures {
    if let holder = holder(of: frame) { return holder.textures }
    if let imported = importing.textures(for: frame, scene: scene) { return imported }
    let set = try free(for: frame)
    set.lastUse = scene
    set.upload(frame, scratch: &scratch)
    uploads += 1
    return set.textures
  }

  /// A set that this scene does not use: the oldest of its kind, else a new one.
  private mutating func free(for frame: VideoFrame) throws(PreviewError) -> TextureSet {
    let key = FrameShape(frame)
    let alike = sets.count { $0.key == key }
    if alike >= Self.turns, let oldest = oldestUnused(where: { $0.key == key }) { return oldest }
    return try make(for: frame)
  }

  private mutating func make(for frame: VideoFrame) throws(PreviewError) -> TextureSet {
    guard max(frame.size.width, frame.size.height) <= largestEdge else {
      throw PreviewError(
        .unsupportedFormat, "A frame of \(frame.size) pixels is too large for this GPU.",
        remedy: "Ask the camera for a size of at most \(largestEdge) pixels each way.")
    }
    if sets.count >= Self.capacity, let oldest = oldestUnused() {
      sets.removeAll { $0 === oldest }
    }
    let set = try TextureSet(for: frame)
    texturesMade += TextureSet.objectCount(frame)
    sets.append(set)
    return set
  }

  private func oldestUnused(where fits: (TextureSet) -> Bool = { _ in true }) -> TextureSet? {
    var oldest: TextureSet?
    for set in sets where set.lastUse != scene && fits(set) {
      if set.lastUse < oldest?.lastUse ?? .max { oldest = set }
    }
    return oldest
  }
}
