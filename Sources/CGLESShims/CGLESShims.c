#include "CGLESShims.h"

#include <GLES3/gl3.h>
#include <GLES2/gl2ext.h>
#include <stddef.h>
#include <string.h>

EGLint CGLESShims_queryDevices(EGLDeviceEXT *devices, EGLint capacity) {
  PFNEGLQUERYDEVICESEXTPROC query =
      (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
  EGLint count = 0;
  if (query == NULL || !query(capacity, devices, &count)) return 0;
  return count;
}

static int has(const char *list, const char *name) {
  size_t length = strlen(name);
  for (const char *at = list; at != NULL && (at = strstr(at, name)) != NULL; at += length) {
    if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) return 1;
  }
  return 0;
}

int CGLESShims_canImportMemory(void) {
  EGLDisplay display = eglGetCurrentDisplay();
  if (display == EGL_NO_DISPLAY) return 0;
  return has(eglQueryString(display, EGL_EXTENSIONS), "EGL_EXT_image_dma_buf_import") &&
         has((const char *)glGetString(GL_EXTENSIONS), "GL_OES_EGL_image");
}

EGLImageKHR CGLESShims_makeImage(
    EGLDisplay display, int descriptor, unsigned int code, EGLint width, EGLint height,
    EGLint offset, EGLint stride, uint64_t modifier) {
  PFNEGLCREATEIMAGEKHRPROC create =
      (PFNEGLCREATEIMAGEKHRPROC)eglGetProcAddress("eglCreateImageKHR");
  if (create == NULL) return EGL_NO_IMAGE_KHR;
  // DRM_FORMAT_MOD_INVALID: the driver knows by itself. Without the extension rows are linear, which is 0.
  int isImplied = modifier == 0x00ffffffffffffff;
  int canSay =
      has(eglQueryString(display, EGL_EXTENSIONS), "EGL_EXT_image_dma_buf_import_modifiers");
  if (!canSay && !isImplied && modifier != 0) return EGL_NO_IMAGE_KHR;
  const EGLint attributes[] = {
      EGL_WIDTH, width, EGL_HEIGHT, height, EGL_LINUX_DRM_FOURCC_EXT, (EGLint)code,
      EGL_DMA_BUF_PLANE0_FD_EXT, descriptor, EGL_DMA_BUF_PLANE0_OFFSET_EXT, offset,
      EGL_DMA_BUF_PLANE0_PITCH_EXT, stride,
      canSay && !isImplied ? EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT : EGL_NONE,
      (EGLint)(modifier & 0xffffffff), EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT,
      (EGLint)(modifier >> 32), EGL_NONE};
  return create(display, EGL_NO_CONTEXT, EGL_LINUX_DMA_BUF_EXT, NULL, attributes);
}

void CGLESShims_destroyImage(EGLDisplay display, EGLImageKHR image) {
  PFNEGLDESTROYIMAGEKHRPROC destroy =
      (PFNEGLDESTROYIMAGEKHRPROC)eglGetProcAddress("eglDestroyImageKHR");
  if (destroy != NULL) destroy(display, image);
}

void CGLESShims_useImage(EGLImageKHR image) {
  PFNGLEGLIMAGETARGETTEXTURE2DOESPROC target =
      (PFNGLEGLIMAGETARGETTEXTURE2DOESPROC)eglGetProcAddress("glEGLImageTargetTexture2DOES");
  if (target != NULL) target(GL_TEXTURE_2D, image);
}
