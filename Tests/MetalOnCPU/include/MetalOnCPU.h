// Runs the programs of Sources/PreviewMetal/Shaders.metal on the CPU, as a GPU would: vertices, triangles
// with perspective, pixels, blending into eight bits.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  const void *_Nullable bytes;
  int width, height, stride, components, bytesPerComponent;
  bool blueFirst;
} MetalOnCPU_Texture;

typedef struct {
  // Blue, green, red, alpha, rows from the top.
  uint8_t *_Nonnull bytes;
  int width, height, stride;
} MetalOnCPU_Target;

// Whether there is a program of that name.
bool MetalOnCPU_hasFunction(const char *_Nonnull name);

// Draws vertices 0 ..< count as triangles, or as a strip of them, with both named functions; `uniforms` is
// buffer 0 of both, `vertices` buffer 1 of the first, `textures` three. False for names that are none.
bool MetalOnCPU_draw(const char *_Nonnull vertexName, const char *_Nonnull fragmentName, bool isStrip,
                     int count, const void *_Nonnull uniforms, const void *_Nullable vertices,
                     const MetalOnCPU_Texture *_Nonnull textures, MetalOnCPU_Target target);

#ifdef __cplusplus
}
#endif
