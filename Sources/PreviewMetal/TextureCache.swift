import AppleMedia
import CoreVideo
import Foundation
import MediaTypes
import Metal
import PreviewCore

/// The textures of a renderer: shows the platform's own pictures as they lie, by one texture cache; for all
/// else finds the set that holds a frame already, else one to put it in.
///
/// *Context*: the renderer's thread.
struct TextureCache {
  private(set) var uploads = 0
  private(set) var imports = 0
  private let device: any MTLDevice
  private let pictures: CVMetalTextureCache
  private var sets: [TextureSet] = []
  private var scene = 0
  private var scratch: [UInt8] = []

  /// Sets that take turns for one format and size: one more than scenes that the GPU may be reading.
  static let turns = MetalRenderer.mostInFlight + 1
  /// Sets in all, unless one scene needs more: two formats, as in a flip between unequal cameras.
  static let capacity = 2 * turns

  /// A frame's textures, and what must live until the GPU has read them.
  struct Textures {
    let planes: [any MTLTexture]
    let owners: [AnyObject]
  }

  init(_ device: any MTLDevice) throws(PreviewError) {
    self.device = device
    var cache: CVMetalTextureCache?
    // Unsafe: the pointer is used during the call only.
    unsafe CVMetalTextureCacheCreate(nil, nil, device, nil, &cache)
    guard let cache else {
      throw PreviewError(.graphicsUnavailable, "\(device.name) makes no texture cache.")
    }
    pictures = cache
  }

  /// The textures for the frames of one scene, in the same order, uploaded as needed.
  mutating func textures(for frames: [VideoFrame]) throws(PreviewError) -> [Textures] {
    scene += 1
    // First those that are there, so that no other frame of the scene takes their place.
    for frame in frames { holder(of: frame)?.lastUse = scene }
    var result: [Textures] = []
    for frame in frames { result.append(try textures(for: frame)) }
    return result
  }

  private func holder(of frame: VideoFrame) -> TextureSet? {
    let identity = FrameIdentity(frame)
    return sets.first { $0.content == identity }
  }

  private mutating func textures(for frame: VideoFrame) throws(PreviewError) -> Textures {
    if let picture = frame.buffer.pixelBuffer?.value, let shown = shown(picture, of: frame) {
      imports += 1
      return shown
    }
    if let holder = holder(of: frame) { return Textures(planes: holder.textures, owners: []) }
    let set = try free(for: frame)
    set.lastUse = scene
    set.upload(frame, scratch: &scratch)
    uploads += 1
    return Textures(planes: set.textures, owners: [])
  }

  /// A picture of the platform's without a copy (`CVMetalTextureCacheCreateTextureFromImage`).
  ///
  /// - Returns: nil when it cannot be shown as it lies.
  private func shown(_ picture: CVPixelBuffer, of frame: VideoFrame) -> Textures? {
    var owners: [AnyObject] = [frame.buffer]
    var planes: [any MTLTexture] = []
    for (plane, shape) in frame.format.planeShapes.enumerated() {
      let texel = TexelFormat(frame.format, plane: plane)
      guard texel.storedBytes == shape.bytesPerSample else { return nil }
      var made: CVMetalTexture?
      // Unsafe: the pointer is used during the call only.
      unsafe CVMetalTextureCacheCreateTextureFromImage(
        nil, pictures, picture, nil, texel.pixelFormat,
        shape.samplesPerRow(width: frame.size.width), shape.rows(height: frame.size.height), plane,
        &made)
      guard let made, let texture = CVMetalTextureGetTexture(made) else { return nil }
      owners.append(made)
      planes.append(texture)
    }
    return Textures(planes: planes, owners: owners)
  }

  /// A picture of the platform's as something to draw on.
  ///
  /// - Returns: also what must live until the GPU is done.
  func target(
    _ picture: CVPixelBuffer, size: PixelSize
  ) throws(PreviewError) -> (any MTLTexture, AnyObject) {
    var made: CVMetalTexture?
    let usage = [kCVMetalTextureUsage as String: MTLTextureUsage.renderTarget.rawValue]
    // Unsafe: the pointer is used during the call only.
    unsafe CVMetalTextureCacheCreateTextureFromImage(
      nil, pictures, picture, usage as CFDictionary, MetalRenderer.pixelFormat, size.width,
      size.height, 0, &made)
    guard let made, let texture = CVMetalTextureGetTexture(made) else {
      throw PreviewError(.graphicsFailed, "A picture of \(size) pixels cannot be drawn on.")
    }
    return (texture, made)
  }

  /// A set that no recent scene uses: the oldest of its kind, else a new one.
  private mutating func free(for frame: VideoFrame) throws(PreviewError) -> TextureSet {
    let key = FrameShape(frame)
    let alike = sets.filter { $0.key == key }
    if alike.count >= Self.turns, let oldest = oldestUnused(alike) { return oldest }
    if sets.count >= Self.capacity, let oldest = oldestUnused(sets) {
      sets.removeAll { $0 === oldest }
    }
    let set = try TextureSet(for: frame, on: device)
    sets.append(set)
    return set
  }

  private func oldestUnused(_ sets: [TextureSet]) -> TextureSet? {
    sets.filter { $0.lastUse <= scene - MetalRenderer.mostInFlight }
      .min { $0.lastUse < $1.lastUse }
  }
}
