#pragma once
#include <libavutil/error.h>
#include <stdint.h>

/// AVERROR(errno), AVERROR_EOF and AVERROR_INVALIDDATA.
///
/// In C because the importer drops macros that call other macros. They can go when it reads them.
int CFFmpegShims_errorFromErrno(int number);
extern const int CFFmpegShims_endOfFile;
extern const int CFFmpegShims_invalidData;

/// Makes an output of the library's that writes through two functions (`avio_alloc_context`).
///
/// In C because the writer's type differs: it takes bytes that it must not change from libavformat 61
/// on, and bytes that it could change before. Can go with the versions before 61.
///
/// Returns an AVIOContext, or nothing when there is no memory.
void *CFFmpegShims_makeOutput(
    int capacity, void *owner,
    int (*write)(void *owner, const uint8_t *bytes, int count),
    int64_t (*seek)(void *owner, int64_t offset, int whence));
