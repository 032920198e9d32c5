#pragma once
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdint.h>

/// Lists the machine's EGL devices (EGL_EXT_device_enumeration): the number written to `devices`, or
/// 0 when the extension is missing.
///
/// In C because extension functions must be looked up at run time, and casting the result to its
/// type is an unchecked bit cast in Swift. It can go when EGL 1.6 or later makes the call core.
EGLint CGLESShims_queryDevices(EGLDeviceEXT *devices, EGLint capacity);

/// Whether the context that is current can use memory that the kernel shares as textures
/// (EGL_EXT_image_dma_buf_import and GL_OES_EGL_image). This and what follows is in C for the same reason.
int CGLESShims_canImportMemory(void);

/// Makes an image of one plane of shared memory, whose rows lie as a modifier of drm_fourcc.h says;
/// NULL when the driver refuses.
EGLImageKHR CGLESShims_makeImage(
    EGLDisplay display, int descriptor, unsigned int code, EGLint width, EGLint height,
    EGLint offset, EGLint stride, uint64_t modifier);

/// Ends an image.
void CGLESShims_destroyImage(EGLDisplay display, EGLImageKHR image);

/// Makes the 2D texture that is bound show an image.
void CGLESShims_useImage(EGLImageKHR image);
