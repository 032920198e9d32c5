#include "CGLESShims.h"

#include <stddef.h>

EGLint CGLESShims_queryDevices(EGLDeviceEXT *devices, EGLint capacity) {
  PFNEGLQUERYDEVICESEXTPROC query =
      (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
  EGLint count = 0;
  if (query == NULL || !query(capacity, devices, &count)) return 0;
  return count;
}
