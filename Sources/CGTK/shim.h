#pragma once
// Newer libraries mark calls of our floor as deprecated; warnings are errors, so name the floor.
#define GLIB_VERSION_MIN_REQUIRED GLIB_VERSION_2_74
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define ADW_VERSION_MIN_REQUIRED ADW_VERSION_1_2
#include <adwaita.h>
#include <glib-unix.h>
