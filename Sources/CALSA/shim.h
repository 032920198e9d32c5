#pragma once
#include <alsa/asoundlib.h>
#include <sys/eventfd.h>
