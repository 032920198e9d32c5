#define _GNU_SOURCE
#include "CFFmpegShims.h"
#include <errno.h>
#include <fcntl.h>
#include <libavformat/avio.h>
#include <libavformat/version.h>
#include <libavutil/mem.h>

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

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

int CFFmpegShims_keepRoom(int file, int64_t offset, int64_t byteCount) {
#ifdef FALLOC_FL_KEEP_SIZE
  return fallocate(file, FALLOC_FL_KEEP_SIZE, offset, byteCount) == 0 ? 0 : errno;
#else
  return EOPNOTSUPP;
#endif
}

const int CFFmpegShims_exitRequested = AVERROR_EXIT;
const int CFFmpegShims_decoderNotFound = AVERROR_DECODER_NOT_FOUND;
const int CFFmpegShims_protocolNotFound = AVERROR_PROTOCOL_NOT_FOUND;
const int CFFmpegShims_streamNotFound = AVERROR_STREAM_NOT_FOUND;
const int CFFmpegShims_unauthorized = AVERROR_HTTP_UNAUTHORIZED;
const int CFFmpegShims_forbidden = AVERROR_HTTP_FORBIDDEN;
const int CFFmpegShims_notFound = AVERROR_HTTP_NOT_FOUND;
const int CFFmpegShims_refused = AVERROR_HTTP_OTHER_4XX;
const int CFFmpegShims_serverError = AVERROR_HTTP_SERVER_ERROR;

const int *CFFmpegShims_displayMatrix(const struct AVStream *stream) {
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
  const AVPacketSideData *data = av_packet_side_data_get(
      stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data,
      AV_PKT_DATA_DISPLAYMATRIX);
  return data != 0 && data->size >= 9 * sizeof(int32_t) ? (const int *)data->data : 0;
#else
  size_t size = 0;
  const uint8_t *data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  return data != 0 && size >= 9 * sizeof(int32_t) ? (const int *)data : 0;
#endif
}
