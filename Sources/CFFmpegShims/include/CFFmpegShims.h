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

/// More of the library's own errors, those that say why an address cannot be opened.
extern const int CFFmpegShims_exitRequested;
extern const int CFFmpegShims_decoderNotFound;
extern const int CFFmpegShims_protocolNotFound;
extern const int CFFmpegShims_streamNotFound;
extern const int CFFmpegShims_unauthorized;
extern const int CFFmpegShims_forbidden;
extern const int CFFmpegShims_notFound;
extern const int CFFmpegShims_refused;
extern const int CFFmpegShims_serverError;

/// Has the system keep room in a file beyond its end, without changing its size (`fallocate` with
/// `FALLOC_FL_KEEP_SIZE`). Returns 0 or the error number.
///
/// In C because the importer does not see what only GNU programs may use. Can go when it does.
int CFFmpegShims_keepRoom(int file, int64_t offset, int64_t byteCount);

struct AVStream;

/// The nine numbers that say how a stream's pictures have to be turned, or null.
///
/// In C because the function that finds them is another one since libavformat 60.15.
const int *CFFmpegShims_displayMatrix(const struct AVStream *stream);
