import CGLES
import MediaTypes
public import PreviewCore

/// Draws scenes with OpenGL ES 3.0 into a framebuffer of the context that is current.
///
/// Each frame is copied to the GPU once, however often it is drawn; once warm, drawing makes no GL
/// objects. What a toolkit leaves behind in the context (blending, scissor, bound buffers) does not
/// matter. Afterwards the framebuffer that was bound is bound again, no program, vertex array or
/// texture of the renderer is bound, blending and scissor are off and pixel unpacking is GL's
/// default; the viewport is the scene's.
///
/// *Context*: one thread, the one on which the context is current: for `init`, for `draw` and for
/// the end of the last reference, which deletes the renderer's GL objects (for a GTK GL area, in its
/// `unrealize` after `gtk_gl_area_make_current`). May block while a frame is copied.
public final class GLESRenderer {
  /// What a renderer has done since it was made.
  public struct Counts: Hashable, Sendable {
    /// Frames copied to the GPU.
    public var uploads = 0
    /// Frames shown straight from shared memory (`DMABuf`), without a copy.
    public var imports = 0
    /// GL objects (textures, programs, shaders, vertex arrays) made.
    public var objectsMade = 0
    /// Patches drawn.
    public var draws = 0

    /// None of anything.
    public init() {}
  }

  // By layout; those for meshes are made when the first is drawn.
  private let programs: [ShaderProgram]
  private var meshPrograms: [SampleLayout: ShaderProgram] = [:]
  private var meshes: MeshBuffer?
  private let vertexArray: GLObject
  private var textures = TextureCache()
  private var draws = 0
  // What one scene needs, kept between scenes for their memory and not for their contents.
  private var patches: [VisiblePatch] = []
  private var pictures: [PlaneTextures] = []

  /// Makes a renderer for the current context.
  ///
  /// - Throws: `PreviewError` when no context is current, or it is none of GLES 3.0.
  public init() throws(PreviewError) {
    guard !GL.string(GL_VERSION).isEmpty else {
      throw PreviewError(
        .graphicsUnavailable, "No OpenGL context is current.",
        remedy: "Make one current on this thread before making a renderer.")
    }
    GL.clearErrors()
    var programs: [ShaderProgram] = []
    for layout in SampleLayout.allCases { programs.append(try ShaderProgram(layout, .quad)) }
    self.programs = programs
    vertexArray = GLObject(.vertexArray)
  }

  /// What has been done so far.
  public var counts: Counts {
    var counts = Counts()
    counts.uploads = textures.uploads
    counts.imports = textures.imports
    counts.objectsMade =
      textures.objectsMade + (programs.count + meshPrograms.count) * ShaderProgram.objectCount
      + (meshes == nil ? 1 : 1 + MeshBuffer.objectCount)
    counts.draws = draws
    return counts
  }

  /// Whether frames in memory that the kernel shares (`DMABuf`) are shown without a copy. Once such a
  /// frame has been refused, it and all later ones are uploaded.
  public var importsSharedMemory: Bool { textures.importsSharedMemory }

  /// Draws a scene over the whole of its viewport, whose lower left corner is the framebuffer's.
  ///
  /// - Parameters:
  ///   - scene: what to draw; each frame decoded.
  ///   - framebuffer: the GL name of the target; nil is the framebuffer that is bound now.
  /// - Throws: `PreviewError` for a scene or frame that cannot be drawn: nothing is drawn then. In
  ///   debug builds also for any error that GL reports.
  public func draw(_ scene: Scene, framebuffer: UInt32? = nil) throws(PreviewError) {
    defer { forget() }
    try findVisible(scene)
    GL.clearErrors()
    let state = DrawingState(vertexArray: vertexArray.name, framebuffer: framebuffer)
    defer { state.end() }
    try fillTextures()
    for patch in patches where patch.surface == .mesh { try prepareMesh(patch.layout) }
    state.begin(scene)
    for index in patches.indices {
      pictures[index].bind()
      draw(patches[index])
      draws += 1
    }
    textures.sceneDrawn()
    if checksEachScene { try GL.check("drawing a scene") }
  }

  private func fillTextures() throws(PreviewError) {
    textures.beginScene()
    for patch in patches { textures.keep(patch.patch.frame) }
    for patch in patches { pictures.append(try textures.textures(for: patch.patch.frame)) }
  }

  /// Lets go of a scene's frames.
  private func forget() {
    patches.removeAll(keepingCapacity: true)
    pictures.removeAll(keepingCapacity: true)
  }

  private func draw(_ patch: VisiblePatch) {
    switch patch.surface {
    case .quad: patch.drawQuad(with: programs[patch.layout.rawValue])
    case .mesh:
      if let meshes, let program = meshPrograms[patch.layout] {
        patch.drawMesh(with: program, meshes)
      }
    }
  }

  private func prepareMesh(_ layout: SampleLayout) throws(PreviewError) {
    meshes = meshes ?? MeshBuffer(besides: vertexArray)
    guard meshPrograms[layout] == nil else { return }
    meshPrograms[layout] = try ShaderProgram(layout, .mesh)
  }

  private func findVisible(_ scene: Scene) throws(PreviewError) {
    guard scene.viewport.isValid else { throw .cannotDraw(viewport: scene.viewport) }
    for patch in scene.patches {
      if let visible = try VisiblePatch(patch, in: scene.viewport) { patches.append(visible) }
    }
  }
}
