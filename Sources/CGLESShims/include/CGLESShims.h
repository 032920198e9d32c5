#pragma once
#include <EGL/egl.h>
#include <EGL/eglext.h>

/// Lists the machine's EGL devices (EGL_EXT_device_enumeration): the number written to `devices`, or
/// 0 when the extension is missing.
///
/// In C because extension functions must be looked up at run time, and casting the result to its
/// type is an unchecked bit cast in Swift. It can go when EGL 1.6 or later makes the call core.
EGLint CGLESShims_queryDevices(EGLDeviceEXT *devices, EGLint capacity);
