#include "CGTKShims.h"
