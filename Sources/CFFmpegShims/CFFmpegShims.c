#include "CFFmpegShims.h"

int CFFmpegShims_errorFromErrno(int number) { return AVERROR(number); }
const int CFFmpegShims_endOfFile = AVERROR_EOF;
const int CFFmpegShims_invalidData = AVERROR_INVALIDDATA;
