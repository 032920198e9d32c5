#include "CGLESShims.h"
