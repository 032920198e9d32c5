#include "CFFmpegShims.h"
#include <libavformat/avio.h>
#include <libavformat/version.h>
#include <libavutil/mem.h>

int CFFmpegShims_errorFromErrno(int number) { return AVERROR(number); }
const int CFFmpegShims_endOfFile = AVERROR_EOF;
const int CFFmpegShims_invalidData = AVERROR_INVALIDDATA;

#if LIBAVFORMAT_VERSION_MAJOR >= 61
typedef int (*Writer)(void *owner, const uint8_t *bytes, int count);
#else
typedef int (*Writer)(void *owner, uint8_t *bytes, int count);
#endif

void *CFFmpegShims_makeOutput(
    int capacity, void *owner,
    int (*write)(void *owner, const uint8_t *bytes, int count),
    int64_t (*seek)(void *owner, int64_t offset, int whence)) {
  unsigned char *buffer = av_malloc((size_t)capacity);
  if (!buffer) return 0;
  AVIOContext *output =
      avio_alloc_context(buffer, capacity, 1, owner, 0, (Writer)write, seek);
  if (!output) av_free(buffer);
  return output;
}
