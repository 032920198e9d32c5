#pragma once
#include <linux/videodev2.h>
#include <sys/eventfd.h>
