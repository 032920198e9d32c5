import MediaTypes

/// The programs' text. What it computes is `ScreenQuad.hit` and `SoftwareRenderer`, word for word.
enum Shaders {
  /// What a program draws on.
  enum Surface: Int, CaseIterable {
    /// A flat square with smooth edges, seen from the target.
    case quad
    /// Triangles.
    case mesh
  }

  static func vertex(_ surface: Surface) -> String {
    switch surface {
    case .quad: quadVertex
    case .mesh: meshVertex
    }
  }

  static func fragment(_ layout: SampleLayout, _ surface: Surface) -> String {
    let parts = [
      header, value(layout.depth), components(layout),
      surface == .quad ? quadMain : meshMain,
    ]
    return parts.joined(separator: "\n")
  }

  /// A rectangle of the target around the square; no vertex buffer.
  private static let quadVertex = """
    #version 300 es
    uniform vec4 bounds; // left, bottom, right, top in clip space
    void main() {
      vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
      gl_Position = vec4(mix(bounds.xy, bounds.zw, corner), 0.0, 1.0);
    }
    """

  private static let meshVertex = """
    #version 300 es
    uniform vec2 viewport;
    in vec3 spot;    // x, y in pixels from the upper left, weight
    in vec4 picture; // u, v, and the shares of the picture that a pixel covers
    in vec3 shading; // brightness, opacity, paleness
    out vec2 place;
    out vec2 covered;
    out vec3 light;
    void main() {
      vec2 clip = spot.xy / viewport * 2.0 - 1.0;
      gl_Position = vec4(clip.x, -clip.y, 0.0, 1.0) / spot.z;
      place = picture.xy;
      covered = picture.zw;
      light = shading;
    }
    """

  private static let header = """
    #version 300 es
    precision highp float;
    precision highp int;
    precision highp sampler2D;
    uniform sampler2D planes[3];
    uniform vec2 size;        // of the picture in pixels
    uniform vec4 part;        // first and last column and row that are to be seen
    uniform vec4 chroma;      // scale and shift from pixels to samples of the colour planes
    uniform vec4 color[3];    // red, green and blue from the components
    out vec4 result;
    vec4 shown(vec4 parts, vec3 light, float coverage) {
      vec3 mixed = vec3(dot(color[0], parts), dot(color[1], parts), dot(color[2], parts));
      return vec4(mix(clamp(mixed, 0.0, 1.0), vec3(1.0), light.z) * light.x, coverage * light.y);
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

  /// `name`: the mean of samples around a point, as `Tent` weighs them. By hand, since the hardware's
  /// weights have 8 bits, which a colour matrix makes visible, and packed formats cannot be filtered
  /// at all.
  ///
  /// - Parameters:
  ///   - scale: samples for each pixel, an expression.
  ///   - texel: the sample at `p`, an expression.
  private static func reading(_ name: String, scale: String, _ texel: String) -> String {
    """
    vec4 \(name)(vec2 point, vec2 reach) {
      vec2 low = floor(part.xy * \(scale));
      vec2 high = floor(part.zw * \(scale));
      vec2 centre = clamp(point - 0.5, low - 1.0, high + 1.0);
      reach = max(reach * \(scale), 1.0);
      vec2 first = ceil(centre - reach);
      vec2 last = floor(centre + reach);
      vec2 stride = ceil(reach / 16.0);
      vec4 sum = vec4(0.0);
      float total = 0.0;
      for (float y = first.y; y <= last.y; y += stride.y) {
        float weight = 1.0 - abs(y - centre.y) / reach.y;
        for (float x = first.x; x <= last.x; x += stride.x) {
          float share = weight * (1.0 - abs(x - centre.x) / reach.x);
          ivec2 p = ivec2(clamp(vec2(x, y), low, high));
          sum += share * \(texel);
          total += share;
        }
      }
      return sum / total;
    }
    """
  }

  private static func plane(_ index: Int, scale: String = "vec2(1.0)") -> String {
    reading("read\(index)", scale: scale, "value(texelFetch(planes[\(index)], p, 0))")
  }

  /// `components`: the three stored components around a point of the picture.
  private static func components(_ layout: SampleLayout) -> String {
    let shared = "vec2 shared = point * chroma.xy + chroma.zw;"
    let (readings, lines): ([String], [String]) =
      switch layout {
      case .planar:
        (
          [plane(0), plane(1, scale: "chroma.xy"), plane(2, scale: "chroma.xy")],
          [
            shared,
            "return vec3(read0(point, reach).r, read1(shared, reach).r, read2(shared, reach).r);",
          ]
        )
      case .biplanar, .deepBiplanar:
        (
          [plane(0), plane(1, scale: "chroma.xy")],
          [shared, "return vec3(read0(point, reach).r, read1(shared, reach).rg);"]
        )
      case .packed:
        (
          [
            luma, reading("readLuma", scale: "vec2(1.0)", "luma(p)"), plane(0, scale: "chroma.xy"),
          ],
          [shared, "return vec3(readLuma(point, reach).r, read0(shared, reach).ga);"]
        )
      case .rgb: ([plane(0)], ["return read0(point, reach).rgb;"])
      case .grey, .deepGrey: ([plane(0)], ["return vec3(read0(point, reach).r, 0.0, 0.0);"])
      }
    return (readings + ["vec3 components(vec2 point, vec2 reach) {"] + lines + ["}"])
      .joined(separator: "\n")
  }

  /// One of the two pixels of a texel.
  private static let luma = """
    vec4 luma(ivec2 p) {
      vec4 pair = texelFetch(planes[0], ivec2(p.x >> 1, p.y), 0);
      return vec4((p.x & 1) == 0 ? pair.r : pair.b);
    }
    """

  private static let quadMain = """
    uniform vec3 origin;      // of positions in the target: x, y from the top; the target's height
    uniform vec3 square[3];   // x, y and weight over the target
    uniform vec3 edges[4];    // pixels inwards from the left, right, top and bottom edge
    uniform vec3 position[2]; // from the square to pixels of the picture
    uniform vec3 shade;       // brightness, opacity, paleness
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
      vec2 across = (vec2(square[0].x, square[1].x) - hit * square[2].x) / weight;
      vec2 down = (vec2(square[0].y, square[1].y) - hit * square[2].y) / weight;
      vec2 reach = vec2(
        abs(dot(position[0].xy, across)) + abs(dot(position[0].xy, down)),
        abs(dot(position[1].xy, across)) + abs(dot(position[1].xy, down)));
      result = shown(vec4(components(point, reach), 1.0), shade, coverage);
    }
    """

  private static let meshMain = """
    in vec2 place;
    in vec2 covered;
    in vec3 light;
    void main() {
      result = shown(vec4(components(place * size, covered * size), 1.0), light, 1.0);
    }
    """
}
