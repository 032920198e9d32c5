#include "MetalOnCPU.h"

#include <algorithm>
#include <cstring>

// The attributes of Metal mean nothing here.
#pragma clang diagnostic ignored "-Wunknown-attributes"
#pragma clang diagnostic ignored "-Wunused-function"
#include "../../Sources/PreviewMetal/Shaders.metal"

#undef vertex
#undef fragment
#undef constant
#undef device
#undef float2
#undef float3
#undef float4
#undef uint2
#undef uint4

namespace {

struct Program {
  const char *name;
  float4 (*quad)(QuadPoint, const PatchUniforms &, texture2d<float>, texture2d<float>, texture2d<float>);
  float4 (*mesh)(MeshPoint, const PatchUniforms &, texture2d<float>, texture2d<float>, texture2d<float>);
};

#define PROGRAM(Name) {"quad" #Name, quad##Name, nullptr}, {"mesh" #Name, nullptr, mesh##Name}
const Program programs[] = {
    PROGRAM(Planar), PROGRAM(Biplanar), PROGRAM(DeepBiplanar),
    PROGRAM(Packed), PROGRAM(Color), PROGRAM(Grey),
};

const Program *find(const char *name) {
  for (const Program &program : programs)
    if (strcmp(program.name, name) == 0) return &program;
  return nullptr;
}

struct Corner {
  double x, y, weight;  // pixels, and one over w
  float4 picture, shading;
};

// Perspective: everything times one over w changes evenly over the target.
float4 between(const Corner *corners, const double *share, float4 Corner::*part) {
  double weight = 0;
  double sum[4] = {0, 0, 0, 0};
  for (int index = 0; index < 3; index++) {
    double own = share[index] * corners[index].weight;
    weight += own;
    for (int lane = 0; lane < 4; lane++) sum[lane] += own * (corners[index].*part)[lane];
  }
  return make_float4(float(sum[0] / weight), float(sum[1] / weight), float(sum[2] / weight),
                     float(sum[3] / weight));
}

uint8_t byte(float value) {
  return uint8_t(std::lround(std::min(std::max(value, 0.0f), 1.0f) * 255.0f));
}

// Source alpha over one minus source alpha; alpha itself one over one minus.
void blend(float4 color, uint8_t *pixel) {
  float rest = 1.0f - color.w;
  for (int index = 0; index < 3; index++)
    pixel[index] = byte(color[2 - index] * color.w + pixel[index] / 255.0f * rest);
  pixel[3] = byte(color.w + pixel[3] / 255.0f * rest);
}

bool isTopOrLeft(const Corner &a, const Corner &b) {
  return (a.y == b.y && b.x > a.x) || b.y < a.y;
}

struct Drawing {
  const Program &program;
  const PatchUniforms &uniforms;
  texture2d<float> textures[3];
  MetalOnCPU_Target target;

  void shade(const Corner *corners, const double *share, int x, int y) const {
    float4 position = make_float4(float(x) + 0.5f, float(y) + 0.5f, 0, 1);
    float4 color;
    if (program.quad) {
      color = program.quad({position}, uniforms, textures[0], textures[1], textures[2]);
    } else {
      MeshPoint point = {position, between(corners, share, &Corner::picture),
                         between(corners, share, &Corner::shading)};
      color = program.mesh(point, uniforms, textures[0], textures[1], textures[2]);
    }
    blend(color, target.bytes + size_t(y) * target.stride + size_t(x) * 4);
  }

  // Both sides are drawn; a pixel belongs to the triangle that holds its centre.
  void triangle(Corner a, Corner b, Corner c) const {
    double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    if (area == 0) return;
    if (area < 0) {
      std::swap(b, c);
      area = -area;
    }
    const Corner corners[3] = {a, b, c};
    int left = std::max(0, int(std::floor(std::min({a.x, b.x, c.x}))));
    int right = std::min(target.width - 1, int(std::ceil(std::max({a.x, b.x, c.x}))));
    int top = std::max(0, int(std::floor(std::min({a.y, b.y, c.y}))));
    int bottom = std::min(target.height - 1, int(std::ceil(std::max({a.y, b.y, c.y}))));
    for (int y = top; y <= bottom; y++)
      for (int x = left; x <= right; x++) {
        double share[3];
        if (covers(corners, area, x + 0.5, y + 0.5, share)) shade(corners, share, x, y);
      }
  }

  static bool covers(const Corner *corners, double area, double x, double y, double *share) {
    for (int index = 0; index < 3; index++) {
      const Corner &from = corners[(index + 1) % 3], &to = corners[(index + 2) % 3];
      double edge = (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x);
      if (edge < 0 || (edge == 0 && !isTopOrLeft(from, to))) return false;
      share[index] = edge / area;
    }
    return true;
  }

  Corner corner(float4 position, float4 picture, float4 shading) const {
    // Corners lie on whole 256ths of a pixel, as GPUs have them.
    double x = (double(position.x) / position.w + 1) / 2 * target.width;
    double y = (1 - double(position.y) / position.w) / 2 * target.height;
    return {std::round(x * 256) / 256, std::round(y * 256) / 256, 1.0 / position.w, picture, shading};
  }
};

texture2d<float> texture(const MetalOnCPU_Texture &given) {
  return {static_cast<const uint8_t *>(given.bytes), given.width,      given.height,
          given.stride,                              given.components, given.bytesPerComponent,
          given.blueFirst};
}

}  // namespace

bool MetalOnCPU_hasFunction(const char *name) {
  return find(name) || strcmp(name, "quadVertex") == 0 || strcmp(name, "meshVertex") == 0;
}

bool MetalOnCPU_draw(const char *vertexName, const char *fragmentName, bool isStrip, int count,
                     const void *uniforms, const void *vertices, const MetalOnCPU_Texture *textures,
                     MetalOnCPU_Target target) {
  const Program *program = find(fragmentName);
  bool isQuad = strcmp(vertexName, "quadVertex") == 0;
  if (!program || isQuad != (program->quad != nullptr)) return false;
  const PatchUniforms &patch = *static_cast<const PatchUniforms *>(uniforms);
  Drawing drawing = {
      *program, patch, {texture(textures[0]), texture(textures[1]), texture(textures[2])}, target};
  auto corner = [&](uint32_t id) {
    if (isQuad) {
      float4 none = make_float4(0);
      return drawing.corner(quadVertex(id, patch).position, none, none);
    }
    MeshPoint point = meshVertex(id, patch, static_cast<const MeshVertex *>(vertices));
    return drawing.corner(point.position, point.picture, point.shading);
  };
  for (int index = 0; index + 2 < count; index += isStrip ? 1 : 3)
    drawing.triangle(corner(index), corner(index + 1), corner(index + 2));
  return true;
}
