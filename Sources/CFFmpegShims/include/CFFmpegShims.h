#pragma once
#include <libavutil/error.h>

/// AVERROR(errno), AVERROR_EOF and AVERROR_INVALIDDATA.
///
/// In C because the importer drops macros that call other macros. They can go when it reads them.
int CFFmpegShims_errorFromErrno(int number);
extern const int CFFmpegShims_endOfFile;
extern const int CFFmpegShims_invalidData;
