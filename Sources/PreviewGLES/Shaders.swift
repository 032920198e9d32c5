import MediaTypes

/// The programs' text. What it computes is `ScreenQuad.hit` and `SoftwareRenderer`, word for word.
enum Shaders {
  /// A rectangle of the target around the square; no vertex buffer.
  static let vertex = """
    #version 300 es
    uniform vec4 bounds; // left, bottom, right, top in clip space
    void main() {
      vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
      gl_Position = vec4(mix(bounds.xy, bounds.zw, corner), 0.0, 1.0);
    }
    """

  static func fragment(_ layout: SampleLayout) -> String {
    [header, value(layout.depth), reading, components(layout), main].joined(separator: "\n")
  }

  private static let header = """
    #version 300 es
    precision highp float;
    precision highp int;
    precision highp sampler2D;
    uniform sampler2D planes[3];
    uniform vec3 origin;      // of positions in the target: x, y from the top; the target's height
    uniform vec3 square[3];   // x, y and weight over the target
    uniform vec3 edges[4];    // pixels inwards from the left, right, top and bottom edge
    uniform vec3 position[2]; // from the square to pixels of the picture
    uniform vec2 size;        // of the picture in pixels
    uniform vec4 chroma;      // scale and shift from pixels to samples of the colour planes
    uniform vec4 color[3];    // red, green and blue from the components
    uniform vec2 shade;       // brightness, opacity
    out vec4 result;
    """

  /// Bilinear by hand: the hardware's weights have 8 bits, which a colour matrix makes visible, and
  /// packed formats cannot be filtered at all.
  private static let reading = """
    vec4 between(vec4 a, vec4 b, vec4 c, vec4 d, vec2 part) {
      return mix(mix(a, b, part.x), mix(c, d, part.x), part.y);
    }
    vec4 read(sampler2D plane, vec2 point) {
      vec2 corner = floor(point - 0.5);
      ivec2 last = textureSize(plane, 0) - 1;
      ivec2 p = clamp(ivec2(corner), ivec2(0), last);
      ivec2 q = clamp(ivec2(corner) + 1, ivec2(0), last);
      return between(
        value(texelFetch(plane, p, 0)), value(texelFetch(plane, ivec2(q.x, p.y), 0)),
        value(texelFetch(plane, ivec2(p.x, q.y), 0)), value(texelFetch(plane, q, 0)),
        point - 0.5 - corner);
    }
    """

  /// `value`: what a texel stands for, 0 ... 1. GLES 3.0 has no textures of 16 bits that stand for
  /// 0 ... 1, so words come as two components, the lower byte first; whole numbers below 2^24 are
  /// exact in a float.
  private static func value(_ depth: SampleDepth) -> String {
    switch depth {
    case .bytes: "vec4 value(vec4 texel) { return texel; }"
    case .words(let bits):
      """
      vec4 value(vec4 texel) {
        vec4 bytes = floor(texel * 255.0 + 0.5);
        vec2 words = floor((bytes.rb + 256.0 * bytes.ga) / \(1 << (16 - bits)).0);
        return vec4(words / \(1 << bits - 1).0, 0.0, 0.0);
      }
      """
    }
  }

  /// `components`: the three stored components at a point of the picture.
  private static func components(_ layout: SampleLayout) -> String {
    switch layout {
    case .planar:
      """
      vec3 components(vec2 point) {
        vec2 shared = point * chroma.xy + chroma.zw;
        return vec3(read(planes[0], point).r, read(planes[1], shared).r, read(planes[2], shared).r);
      }
      """
    case .biplanar, .deepBiplanar:
      """
      vec3 components(vec2 point) {
        vec2 shared = point * chroma.xy + chroma.zw;
        return vec3(read(planes[0], point).r, read(planes[1], shared).rg);
      }
      """
    case .packed:
      """
      vec4 luma(ivec2 p) {
        vec4 pair = texelFetch(planes[0], ivec2(p.x >> 1, p.y), 0);
        return vec4((p.x & 1) == 0 ? pair.r : pair.b);
      }
      vec3 components(vec2 point) {
        vec2 corner = floor(point - 0.5);
        ivec2 last = ivec2(size) - 1;
        ivec2 p = clamp(ivec2(corner), ivec2(0), last);
        ivec2 q = clamp(ivec2(corner) + 1, ivec2(0), last);
        vec4 y = between(
          luma(p), luma(ivec2(q.x, p.y)), luma(ivec2(p.x, q.y)), luma(q), point - 0.5 - corner);
        return vec3(y.r, read(planes[0], point * chroma.xy + chroma.zw).ga);
      }
      """
    case .rgb: "vec3 components(vec2 point) { return read(planes[0], point).rgb; }"
    case .grey, .deepGrey:
      "vec3 components(vec2 point) { return vec3(read(planes[0], point).r, 0.0, 0.0); }"
    }
  }

  private static let main = """
    float overlap(float first, float second) {
      return max(0.0, min(first + 0.5, 1.0) + min(second + 0.5, 1.0) - 1.0);
    }
    void main() {
      vec3 at = vec3(gl_FragCoord.x - origin.x, (origin.z - gl_FragCoord.y) - origin.y, 1.0);
      float weight = dot(square[2], at);
      float coverage = overlap(dot(edges[0], at), dot(edges[1], at))
        * overlap(dot(edges[2], at), dot(edges[3], at));
      if (!(weight > 0.0) || !(coverage > 0.0)) {
        result = vec4(0.0);
        return;
      }
      vec2 hit = clamp(vec2(dot(square[0], at), dot(square[1], at)) / weight, -1.0, 1.0);
      vec2 point = vec2(dot(position[0], vec3(hit, 1.0)), dot(position[1], vec3(hit, 1.0)));
      vec4 parts = vec4(components(point), 1.0);
      vec3 mixed = vec3(dot(color[0], parts), dot(color[1], parts), dot(color[2], parts));
      result = vec4(clamp(mixed, 0.0, 1.0) * shade.x, coverage * shade.y);
    }
    """
}
