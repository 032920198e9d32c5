// The programs' text for Metal. What it computes is what Sources/PreviewGLES/Shaders.swift computes, function
// for function: `ScreenQuad.hit` and `SoftwareRenderer`, word for word. It is C++, and on Linux the tests
// compile it as such (Tests/MetalOnCPU).
#include <metal_stdlib>
using namespace metal;

// One patch; the same fields in PatchUniforms.swift.
struct PatchUniforms {
  float4 bounds;       // left, bottom, right, top in clip space
  float4 origin;       // of positions in the target: x, y from the top
  float4 square[3];    // x, y and weight over the target
  float4 edges[4];     // pixels inwards from the left, right, top and bottom edge
  float4 position[2];  // from the square to pixels of the picture
  float4 size;         // of the picture in pixels, then of the viewport
  float4 part;         // first and last column and row that are to be seen
  float4 chroma;       // scale and shift from pixels to samples of the colour planes
  float4 color[3];     // red, green and blue from the components
  float4 shade;        // brightness, opacity, paleness
  uint4 order;         // which components of a texel of the last plane are its first, second, ...
};

// One corner of a triangle.
struct MeshVertex {
  float4 spot;     // x, y in pixels from the upper left, weight
  float4 picture;  // u, v, and the shares of the picture that a pixel covers
  float4 shading;  // brightness, opacity, paleness
};

struct QuadPoint {
  float4 position [[position]];
};

struct MeshPoint {
  float4 position [[position]];
  float4 picture;
  float4 shading;
};

// A rectangle of the target around the square; no vertex buffer.
vertex QuadPoint quadVertex(uint id [[vertex_id]], constant PatchUniforms &uniforms [[buffer(0)]]) {
  float2 corner = float2(float(id & 1), float(id >> 1));
  QuadPoint point;
  point.position = float4(mix(uniforms.bounds.xy, uniforms.bounds.zw, corner), 0.0, 1.0);
  return point;
}

vertex MeshPoint meshVertex(uint id [[vertex_id]], constant PatchUniforms &uniforms [[buffer(0)]],
                            const device MeshVertex *vertices [[buffer(1)]]) {
  MeshVertex corner = vertices[id];
  float2 clip = corner.spot.xy / uniforms.size.zw * 2.0 - 1.0;
  MeshPoint point;
  point.position = float4(clip.x, -clip.y, 0.0, 1.0) / corner.spot.z;
  point.picture = corner.picture;
  point.shading = corner.shading;
  return point;
}

// What a texel stands for, 0 ... 1: of bytes, and of words of which the upper ten bits count.
struct Whole {
  static float4 value(float4 texel) { return texel; }
};

struct TenBits {
  static float4 value(float4 texel) {
    return floor(floor(texel * 65535.0 + 0.5) / 64.0) / 1023.0;
  }
};

float4 arranged(float4 texel, uint4 order) {
  return float4(texel[order.x], texel[order.y], texel[order.z], texel[order.w]);
}

// The texel at a place.
template <typename Depth>
struct Texel {
  static float4 at(texture2d<float> plane, float2 place, uint4 order) {
    return Depth::value(arranged(plane.read(uint2(place)), order));
  }
};

// One of the two pixels of a texel.
struct Luma {
  static float4 at(texture2d<float> plane, float2 place, uint4 order) {
    float column = floor(place.x / 2.0);
    float4 pair = arranged(plane.read(uint2(float2(column, place.y))), order);
    return float4(place.x - 2.0 * column < 0.5 ? pair.x : pair.z);
  }
};

// The mean of samples around a point, as `Tent` weighs them. By hand, since the hardware's weights have few
// bits, which a colour matrix makes visible, and packed formats cannot be filtered at all.
// `scale`: samples for each pixel.
template <typename Reader>
float4 reading(texture2d<float> plane, uint4 order, float4 part, float2 scale, float2 point,
               float2 reach) {
  float2 low = floor(part.xy * scale);
  float2 high = floor(part.zw * scale);
  float2 centre = clamp(point - 0.5, low - 1.0, high + 1.0);
  reach = max(reach * scale, float2(1.0));
  float2 first = ceil(centre - reach);
  float2 last = floor(centre + reach);
  float2 stride = ceil(reach / 16.0);
  float4 sum = float4(0.0);
  float total = 0.0;
  for (float y = first.y; y <= last.y; y += stride.y) {
    float weight = 1.0 - abs(y - centre.y) / reach.y;
    for (float x = first.x; x <= last.x; x += stride.x) {
      float share = weight * (1.0 - abs(x - centre.x) / reach.x);
      sum += share * Reader::at(plane, clamp(float2(x, y), low, high), order);
      total += share;
    }
  }
  return sum / total;
}

// The three stored components around a point of the picture, by the layout of its planes.
struct Planes {
  texture2d<float> first;
  texture2d<float> second;
  texture2d<float> third;
};

constant uint4 inOrder = uint4(0, 1, 2, 3);

float2 chromaPlace(float2 point, constant PatchUniforms &uniforms) {
  return point * uniforms.chroma.xy + uniforms.chroma.zw;
}

struct Planar {
  static float3 components(Planes planes, constant PatchUniforms &uniforms, float2 point,
                           float2 reach) {
    float2 at = chromaPlace(point, uniforms);
    float2 scale = uniforms.chroma.xy;
    return float3(
        reading<Texel<Whole>>(planes.first, inOrder, uniforms.part, float2(1.0), point, reach).x,
        reading<Texel<Whole>>(planes.second, inOrder, uniforms.part, scale, at, reach).x,
        reading<Texel<Whole>>(planes.third, inOrder, uniforms.part, scale, at, reach).x);
  }
};

template <typename Depth>
struct Biplanar {
  static float3 components(Planes planes, constant PatchUniforms &uniforms, float2 point,
                           float2 reach) {
    float4 luma =
        reading<Texel<Depth>>(planes.first, inOrder, uniforms.part, float2(1.0), point, reach);
    float4 color = reading<Texel<Depth>>(planes.second, uniforms.order, uniforms.part, uniforms.chroma.xy,
                                         chromaPlace(point, uniforms), reach);
    return float3(luma.x, color.x, color.y);
  }
};

struct Packed {
  static float3 components(Planes planes, constant PatchUniforms &uniforms, float2 point,
                           float2 reach) {
    float4 luma = reading<Luma>(planes.first, uniforms.order, uniforms.part, float2(1.0), point, reach);
    float4 color = reading<Texel<Whole>>(planes.first, uniforms.order, uniforms.part, uniforms.chroma.xy,
                                         chromaPlace(point, uniforms), reach);
    return float3(luma.x, color.y, color.w);
  }
};

struct Color {
  static float3 components(Planes planes, constant PatchUniforms &uniforms, float2 point,
                           float2 reach) {
    return reading<Texel<Whole>>(planes.first, uniforms.order, uniforms.part, float2(1.0), point, reach)
        .xyz;
  }
};

struct Grey {
  static float3 components(Planes planes, constant PatchUniforms &uniforms, float2 point,
                           float2 reach) {
    float4 luma =
        reading<Texel<Whole>>(planes.first, inOrder, uniforms.part, float2(1.0), point, reach);
    return float3(luma.x, 0.0, 0.0);
  }
};

float4 shown(float3 parts, float3 light, float coverage, constant PatchUniforms &uniforms) {
  float4 all = float4(parts, 1.0);
  float3 mixed = float3(dot(uniforms.color[0], all), dot(uniforms.color[1], all), dot(uniforms.color[2], all));
  float3 pale = mix(clamp(mixed, float3(0.0), float3(1.0)), float3(1.0), float3(light.z));
  return float4(pale * light.x, coverage * light.y);
}

float overlap(float first, float second) {
  return max(0.0f, min(first + 0.5f, 1.0f) + min(second + 0.5f, 1.0f) - 1.0f);
}

template <typename Layout>
float4 quadColor(QuadPoint pixel, constant PatchUniforms &uniforms, Planes planes) {
  float3 at = float3(pixel.position.xy - uniforms.origin.xy, 1.0);
  float weight = dot(uniforms.square[2].xyz, at);
  float coverage = overlap(dot(uniforms.edges[0].xyz, at), dot(uniforms.edges[1].xyz, at)) *
                   overlap(dot(uniforms.edges[2].xyz, at), dot(uniforms.edges[3].xyz, at));
  if (!(weight > 0.0) || !(coverage > 0.0)) {
    return float4(0.0);
  }
  float2 hit = clamp(float2(dot(uniforms.square[0].xyz, at), dot(uniforms.square[1].xyz, at)) / weight,
                     float2(-1.0), float2(1.0));
  float3 place = float3(hit, 1.0);
  float2 point = float2(dot(uniforms.position[0].xyz, place), dot(uniforms.position[1].xyz, place));
  float2 across =
      (float2(uniforms.square[0].x, uniforms.square[1].x) - hit * uniforms.square[2].x) / weight;
  float2 down = (float2(uniforms.square[0].y, uniforms.square[1].y) - hit * uniforms.square[2].y) / weight;
  float2 reach = float2(
      abs(dot(uniforms.position[0].xy, across)) + abs(dot(uniforms.position[0].xy, down)),
      abs(dot(uniforms.position[1].xy, across)) + abs(dot(uniforms.position[1].xy, down)));
  return shown(Layout::components(planes, uniforms, point, reach), uniforms.shade.xyz, coverage, uniforms);
}

template <typename Layout>
float4 meshColor(MeshPoint pixel, constant PatchUniforms &uniforms, Planes planes) {
  float2 point = pixel.picture.xy * uniforms.size.xy;
  float2 reach = pixel.picture.zw * uniforms.size.xy;
  return shown(Layout::components(planes, uniforms, point, reach), pixel.shading.xyz, 1.0, uniforms);
}

// The names that SampleLayout.swift asks for.
#define VIEWFINDER_PROGRAMS(Name, Layout)                                                       \
  fragment float4 quad##Name(QuadPoint pixel [[stage_in]],                                      \
                             constant PatchUniforms &uniforms [[buffer(0)]],                       \
                             texture2d<float> first [[texture(0)]],                             \
                             texture2d<float> second [[texture(1)]],                            \
                             texture2d<float> third [[texture(2)]]) {                           \
    Planes planes = {first, second, third};                                                     \
    return quadColor<Layout>(pixel, uniforms, planes);                                                  \
  }                                                                                             \
  fragment float4 mesh##Name(MeshPoint pixel [[stage_in]],                                      \
                             constant PatchUniforms &uniforms [[buffer(0)]],                       \
                             texture2d<float> first [[texture(0)]],                             \
                             texture2d<float> second [[texture(1)]],                            \
                             texture2d<float> third [[texture(2)]]) {                           \
    Planes planes = {first, second, third};                                                     \
    return meshColor<Layout>(pixel, uniforms, planes);                                                  \
  }

VIEWFINDER_PROGRAMS(Planar, Planar)
VIEWFINDER_PROGRAMS(Biplanar, Biplanar<Whole>)
VIEWFINDER_PROGRAMS(DeepBiplanar, Biplanar<TenBits>)
VIEWFINDER_PROGRAMS(Packed, Packed)
VIEWFINDER_PROGRAMS(Color, Color)
VIEWFINDER_PROGRAMS(Grey, Grey)
