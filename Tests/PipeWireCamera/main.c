// A camera for tests on a real PipeWire: it says what GStreamer's cannot, right and wrong, and changes in use.
//
// Words are KEY=VALUE, as arguments at first and as lines of the fifo `commands=PATH` later:
//   name=TEXT  property.KEY=VALUE  count=N              the node; `%0a` in a value stands for the byte 10
//   format=NV12|YUY2|BGRx|GRAY8  size=WxH  rate=N/D     what it offers; changed in use, it is agreed anew
//   modifiers=0,1,...  memory=memfd|dmabuf              dmabuf offers both, and prefers shared memory
//   luma=N  pts=N|none|now  seq=N  flags=N  chunkflags=N  crop=X,Y,W,H|none  transform=N
//   offset=N  bytes=N  stride=N                         lies about the memory; -1 is the truth
//   burst=N                                             frames at once, then on as before
//   stall=0|1  plugged=0|1                              stands still; is there
//   controls=1  control=ID:VALUE                        has settings; changes one by itself
#define _GNU_SOURCE
#include <pipewire/pipewire.h>
#include <spa/param/props.h>
#include <spa/param/video/format-utils.h>
#include <spa/pod/dynamic.h>
#include <fcntl.h>
#include <linux/udmabuf.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { maximumParameters = 32, maximumModifiers = 8 };

struct control {
  uint32_t id;
  const char *name;
  char type;  // i(nt), b(ool), m(enu), f(loat)
  float least, greatest, usual, value;
};

static struct control controls[] = {
    {SPA_PROP_brightness, "Brightness", 'i', 0, 255, 128, 128},
    {SPA_PROP_contrast, "Contrast", 'f', -1, 1, 0, 0.25f},
    {SPA_PROP_START_CUSTOM + 0x0098090c, "White Balance, Automatic", 'b', 0, 1, 1, 1},
    {SPA_PROP_START_CUSTOM + 0x00980918, "Power Line Frequency", 'm', 0, 2, 1, 1},
    {SPA_PROP_START_CUSTOM + 0x009a0910, "Privacy", 'b', 0, 1, 0, 0},
    {SPA_PROP_START_CUSTOM + 0x0f000001, "Rotor Speed", 'i', -10, 10, 0, 3},
};

static struct {
  struct pw_main_loop *loop;
  struct pw_core *core;
  struct pw_stream **streams;
  struct spa_hook *hooks;
  struct spa_source *timer;
  struct pw_properties *properties;
  uint32_t count, format, width, height, rateNumerator, rateDenominator;
  uint64_t modifiers[maximumModifiers];
  uint32_t modifierCount;
  bool sharesMemory, hasControls, isStalled, isPlugged, hasModifier;
  int luma, flags, chunkFlags, transform, offset, bytes, stride, burst;
  int64_t pts;
  uint64_t seq;
  bool hasCrop;
  struct spa_region crop;
} camera = {
    .count = 1, .format = SPA_VIDEO_FORMAT_NV12, .width = 640, .height = 360, .rateNumerator = 30,
    .rateDenominator = 1, .luma = 100, .offset = -1, .bytes = -1, .stride = -1, .pts = -2,
};

static uint32_t rowBytes(void) {
  switch (camera.format) {
    case SPA_VIDEO_FORMAT_BGRx: return camera.width * 4;
    case SPA_VIDEO_FORMAT_YUY2: return (camera.width + 1) / 2 * 4;
    case SPA_VIDEO_FORMAT_NV12: return (camera.width + 1) / 2 * 2;
    default: return camera.width;
  }
}

// Of a picture that is too large to exist, the first bytes are sent.
static uint32_t pictureBytes(void) {
  uint64_t rows = camera.height;
  if (camera.format == SPA_VIDEO_FORMAT_NV12) rows += (camera.height + 1) / 2;
  uint64_t bytes = rows * rowBytes();
  return bytes == 0 || bytes > (64u << 20) ? 4096 : (uint32_t)bytes;
}

// Parameters

struct parameters {
  struct spa_pod_dynamic_builder builder;
  uint32_t offsets[maximumParameters], count;
};

static void add(struct parameters *list, void *pod) {
  list->offsets[list->count++] = (uint32_t)((uint8_t *)pod - (uint8_t *)list->builder.b.data);
}

static void addFormat(struct parameters *list, const uint64_t *modifiers, uint32_t count) {
  struct spa_pod_builder *b = &list->builder.b;
  struct spa_pod_frame object, choice;
  spa_pod_builder_push_object(b, &object, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat);
  spa_pod_builder_add(
      b, SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video), SPA_FORMAT_mediaSubtype,
      SPA_POD_Id(SPA_MEDIA_SUBTYPE_raw), SPA_FORMAT_VIDEO_format, SPA_POD_Id(camera.format), 0);
  if (count == 1) {
    spa_pod_builder_prop(b, SPA_FORMAT_VIDEO_modifier, SPA_POD_PROP_FLAG_MANDATORY);
    spa_pod_builder_long(b, (int64_t)modifiers[0]);
  } else if (count > 1) {
    spa_pod_builder_prop(
        b, SPA_FORMAT_VIDEO_modifier,
        SPA_POD_PROP_FLAG_MANDATORY | SPA_POD_PROP_FLAG_DONT_FIXATE);
    spa_pod_builder_push_choice(b, &choice, SPA_CHOICE_Enum, 0);
    spa_pod_builder_long(b, (int64_t)modifiers[0]);
    for (uint32_t i = 0; i < count; i++) spa_pod_builder_long(b, (int64_t)modifiers[i]);
    spa_pod_builder_pop(b, &choice);
  }
  spa_pod_builder_add(
      b, SPA_FORMAT_VIDEO_size, SPA_POD_Rectangle(&SPA_RECTANGLE(camera.width, camera.height)),
      SPA_FORMAT_VIDEO_framerate,
      SPA_POD_Fraction(&SPA_FRACTION(camera.rateNumerator, camera.rateDenominator)), 0);
  add(list, spa_pod_builder_pop(b, &object));
}

static void addFormats(struct parameters *list, const uint64_t *fixed) {
  if (fixed != NULL) addFormat(list, fixed, 1);
  if (camera.modifierCount > 0) addFormat(list, camera.modifiers, camera.modifierCount);
  addFormat(list, NULL, 0);
}

static void addControl(struct parameters *list, const struct control *control) {
  struct spa_pod_builder *b = &list->builder.b;
  struct spa_pod_frame object, labels;
  spa_pod_builder_push_object(b, &object, SPA_TYPE_OBJECT_PropInfo, SPA_PARAM_PropInfo);
  spa_pod_builder_add(
      b, SPA_PROP_INFO_id, SPA_POD_Id(control->id), SPA_PROP_INFO_name,
      SPA_POD_String(control->name), 0);
  switch (control->type) {
    case 'i':
      spa_pod_builder_add(
          b, SPA_PROP_INFO_type, SPA_POD_CHOICE_STEP_Int(
              (int)control->usual, (int)control->least, (int)control->greatest, 1), 0);
      break;
    case 'f':
      spa_pod_builder_add(
          b, SPA_PROP_INFO_type,
          SPA_POD_CHOICE_RANGE_Float(control->usual, control->least, control->greatest), 0);
      break;
    case 'b':
      spa_pod_builder_add(b, SPA_PROP_INFO_type, SPA_POD_CHOICE_Bool((bool)control->usual), 0);
      break;
    default:
      spa_pod_builder_add(
          b, SPA_PROP_INFO_type, SPA_POD_CHOICE_ENUM_Int(1, (int)control->usual), 0);
      spa_pod_builder_prop(b, SPA_PROP_INFO_labels, 0);
      spa_pod_builder_push_struct(b, &labels);
      const char *names[] = {"Disabled", "50 Hz", "60 Hz"};
      for (int i = 0; i < 3; i++) {
        spa_pod_builder_int(b, i);
        spa_pod_builder_string(b, names[i]);
      }
      spa_pod_builder_pop(b, &labels);
  }
  add(list, spa_pod_builder_pop(b, &object));
}

static void addValues(struct parameters *list) {
  struct spa_pod_builder *b = &list->builder.b;
  struct spa_pod_frame object;
  spa_pod_builder_push_object(b, &object, SPA_TYPE_OBJECT_Props, SPA_PARAM_Props);
  SPA_FOR_EACH_ELEMENT_VAR(controls, control) {
    spa_pod_builder_prop(b, control->id, 0);
    switch (control->type) {
      case 'f': spa_pod_builder_float(b, control->value); break;
      case 'b': spa_pod_builder_bool(b, control->value != 0); break;
      default: spa_pod_builder_int(b, (int)control->value);
    }
  }
  add(list, spa_pod_builder_pop(b, &object));
}

static void addBuffers(struct parameters *list) {
  struct spa_pod_builder *b = &list->builder.b;
  int types = camera.sharesMemory && (camera.hasModifier || camera.modifierCount == 0)
                  ? 1 << SPA_DATA_DmaBuf : 1 << SPA_DATA_MemFd;
  if (camera.sharesMemory && camera.modifierCount == 0) types |= 1 << SPA_DATA_MemFd;
  add(list, spa_pod_builder_add_object(
      b, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers, SPA_PARAM_BUFFERS_buffers,
      SPA_POD_CHOICE_RANGE_Int(8, 2, 16), SPA_PARAM_BUFFERS_blocks, SPA_POD_Int(1),
      SPA_PARAM_BUFFERS_size, SPA_POD_Int(pictureBytes()), SPA_PARAM_BUFFERS_stride,
      SPA_POD_Int(rowBytes()), SPA_PARAM_BUFFERS_dataType, SPA_POD_CHOICE_FLAGS_Int(types)));
  const struct { uint32_t type, size; } metas[] = {
      {SPA_META_Header, sizeof(struct spa_meta_header)},
      {SPA_META_VideoCrop, sizeof(struct spa_meta_region)},
      {SPA_META_VideoTransform, sizeof(struct spa_meta_videotransform)}};
  SPA_FOR_EACH_ELEMENT_VAR(metas, meta) {
    add(list, spa_pod_builder_add_object(
        b, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(meta->type),
        SPA_PARAM_META_size, SPA_POD_Int(meta->size)));
  }
}

typedef int (*user)(struct pw_stream *stream, const struct spa_pod **pods, uint32_t count);

static int updateWith(struct pw_stream *stream, const struct spa_pod **pods, uint32_t count) {
  return pw_stream_update_params(stream, pods, count);
}

static int connectWith(struct pw_stream *stream, const struct spa_pod **pods, uint32_t count) {
  return pw_stream_connect(
      stream, PW_DIRECTION_OUTPUT, PW_ID_ANY,
      PW_STREAM_FLAG_DRIVER | PW_STREAM_FLAG_ALLOC_BUFFERS | PW_STREAM_FLAG_DONT_RECONNECT, pods, count);
}

static void use(struct parameters *list, struct pw_stream *stream, user call) {
  const struct spa_pod *pods[maximumParameters];
  for (uint32_t i = 0; i < list->count; i++) {
    pods[i] = SPA_PTROFF(list->builder.b.data, list->offsets[i], const struct spa_pod);
  }
  int result = call(stream, pods, list->count);
  if (result < 0) printf("error: %s\n", strerror(-result));
  spa_pod_dynamic_builder_clean(&list->builder);
}

// The builder keeps its own address.
static void begin(struct parameters *list) {
  list->count = 0;
  spa_pod_dynamic_builder_init(&list->builder, NULL, 0, 4096);
}

// The stream

static void formatChanged(struct pw_stream *stream, const struct spa_pod *format) {
  const struct spa_pod_prop *modifier = spa_pod_find_prop(format, NULL, SPA_FORMAT_VIDEO_modifier);
  camera.hasModifier = modifier != NULL;
  struct parameters list;
  begin(&list);
  if (modifier != NULL && modifier->flags & SPA_POD_PROP_FLAG_DONT_FIXATE) {
    // The one who allocates decides for one modifier, and offers it first.
    uint64_t chosen = *(uint64_t *)SPA_POD_CHOICE_VALUES(&modifier->value);
    printf("fixated %llu\n", (unsigned long long)chosen);
    addFormats(&list, &chosen);
  } else {
    printf("agreed %ux%u %s\n", camera.width, camera.height, modifier ? "modifier" : "plain");
    addBuffers(&list);
  }
  use(&list, stream, updateWith);
}

static void controlsChanged(struct pw_stream *stream, const struct spa_pod *values) {
  const struct spa_pod_prop *value;
  SPA_POD_OBJECT_FOREACH((const struct spa_pod_object *)values, value) {
    SPA_FOR_EACH_ELEMENT_VAR(controls, control) {
      if (control->id != value->key) continue;
      int number;
      bool truth;
      if (spa_pod_get_float(&value->value, &control->value) < 0) {
        if (spa_pod_get_int(&value->value, &number) == 0) control->value = (float)number;
        else if (spa_pod_get_bool(&value->value, &truth) == 0) control->value = truth;
      }
      control->value = SPA_CLAMPF(control->value, control->least, control->greatest);
      printf("control %s=%g\n", control->name, control->value);
    }
  }
  struct parameters list;
  begin(&list);
  addValues(&list);
  use(&list, stream, updateWith);
}

static void parameterChanged(void *data, uint32_t id, const struct spa_pod *parameter) {
  struct pw_stream *stream = *(struct pw_stream **)data;
  if (parameter == NULL) return;
  if (id == SPA_PARAM_Format) formatChanged(stream, parameter);
  if (id == SPA_PARAM_Props && camera.hasControls) controlsChanged(stream, parameter);
}

// A device of the kernel's that makes real shared memory of ordinary one, where there is one.
static int shared(int memory, uint32_t size) {
  int device = open("/dev/udmabuf", O_RDWR | O_CLOEXEC);
  if (device < 0) return -1;
  struct udmabuf_create create = {
      .memfd = (uint32_t)memory, .flags = UDMABUF_FLAGS_CLOEXEC, .offset = 0, .size = size};
  int result = ioctl(device, UDMABUF_CREATE, &create);
  close(device);
  return result;
}

static void addBuffer(void *data, struct pw_buffer *buffer) {
  struct spa_data *memory = &buffer->buffer->datas[0];
  bool isShared = camera.sharesMemory && memory->type & (1u << SPA_DATA_DmaBuf);
  long page = sysconf(_SC_PAGESIZE);
  uint32_t size = (uint32_t)((pictureBytes() + page - 1) / page * page);
  int file = memfd_create("camera", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0 || ftruncate(file, size) < 0) return;
  fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK);
  int real = isShared ? shared(file, size) : -1;
  memory->type = isShared ? SPA_DATA_DmaBuf : SPA_DATA_MemFd;
  memory->flags = SPA_DATA_FLAG_READWRITE;
  memory->data = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  memory->mapoffset = 0;
  memory->maxsize = size;
  memory->fd = real >= 0 ? real : file;
  if (real >= 0) close(file);
  printf("buffer %s\n", !isShared ? "memfd" : real >= 0 ? "udmabuf" : "pretended");
}

static void removeBuffer(void *data, struct pw_buffer *buffer) {
  struct spa_data *memory = &buffer->buffer->datas[0];
  munmap(memory->data, memory->maxsize);
  close((int)memory->fd);
}

static void describe(struct spa_buffer *buffer) {
  struct spa_meta_header *header =
      spa_buffer_find_meta_data(buffer, SPA_META_Header, sizeof(*header));
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (header != NULL) {
    *header = (struct spa_meta_header){
        .flags = (uint32_t)camera.flags, .seq = camera.seq,
        .pts = camera.pts == -2 ? SPA_TIMESPEC_TO_NSEC(&now) : camera.pts};
  }
  struct spa_meta_region *crop =
      spa_buffer_find_meta_data(buffer, SPA_META_VideoCrop, sizeof(*crop));
  if (crop != NULL) crop->region = camera.hasCrop ? camera.crop : SPA_REGION(0, 0, 0, 0);
  struct spa_meta_videotransform *transform =
      spa_buffer_find_meta_data(buffer, SPA_META_VideoTransform, sizeof(*transform));
  if (transform != NULL) transform->transform = (uint32_t)camera.transform;
}

static void process(void *data) {
  struct pw_stream *stream = *(struct pw_stream **)data;
  struct pw_buffer *taken = pw_stream_dequeue_buffer(stream);
  if (taken == NULL) return;
  struct spa_data *memory = &taken->buffer->datas[0];
  uint32_t size = pictureBytes();
  if (memory->data != NULL && memory->maxsize >= size) {
    memset(memory->data, camera.luma, size);
    if (camera.format == SPA_VIDEO_FORMAT_NV12 && size == (uint64_t)rowBytes() * (camera.height + (camera.height + 1) / 2)) {
      memset(SPA_PTROFF(memory->data, rowBytes() * camera.height, void), 128, size - rowBytes() * camera.height);
    }
  }
  memory->chunk->offset = camera.offset < 0 ? 0 : (uint32_t)camera.offset;
  memory->chunk->size = camera.bytes < 0 ? size : (uint32_t)camera.bytes;
  memory->chunk->stride = camera.stride < 0 ? (int32_t)rowBytes() : camera.stride;
  memory->chunk->flags = camera.chunkFlags;
  describe(taken->buffer);
  camera.seq++;
  pw_stream_queue_buffer(stream, taken);
}

static void tick(void *data, uint64_t expirations) {
  if (camera.isStalled) return;
  int frames = camera.burst > 0 ? camera.burst : 1;
  camera.burst = 0;
  for (uint32_t i = 0; i < camera.count; i++) {
    struct pw_stream *stream = camera.streams[i];
    if (stream == NULL || pw_stream_get_state(stream, NULL) != PW_STREAM_STATE_STREAMING) continue;
    for (int frame = 0; frame < frames; frame++) pw_stream_trigger_process(stream);
  }
}

static void stateChanged(
    void *data, enum pw_stream_state old, enum pw_stream_state state, const char *message) {
  printf("state %s %s\n", pw_stream_state_as_string(state), message ? message : "");
}

static const struct pw_stream_events events = {
    PW_VERSION_STREAM_EVENTS, .state_changed = stateChanged, .param_changed = parameterChanged,
    .add_buffer = addBuffer, .remove_buffer = removeBuffer, .process = process};

static void plug(uint32_t index) {
  struct pw_properties *properties = pw_properties_copy(camera.properties);
  if (camera.count > 1) {
    const char *name = pw_properties_get(properties, PW_KEY_NODE_NAME);
    pw_properties_setf(properties, PW_KEY_NODE_NAME, "%s-%04u", name ? name : "camera", index);
  }
  camera.streams[index] = pw_stream_new(camera.core, "camera", properties);
  pw_stream_add_listener(
      camera.streams[index], &camera.hooks[index], &events, &camera.streams[index]);
  struct parameters list;
  begin(&list);
  addFormats(&list, NULL);
  if (camera.hasControls) {
    SPA_FOR_EACH_ELEMENT_VAR(controls, control) addControl(&list, control);
    addValues(&list);
  }
  use(&list, camera.streams[index], connectWith);
}

static void setPlugged(bool isPlugged) {
  if (camera.core == NULL || camera.isPlugged == isPlugged) return;
  camera.isPlugged = isPlugged;
  for (uint32_t i = 0; i < camera.count; i++) {
    if (isPlugged) {
      plug(i);
    } else {
      pw_stream_destroy(camera.streams[i]);
      camera.streams[i] = NULL;
    }
  }
}

static void offerAnew(void) {
  for (uint32_t i = 0; camera.isPlugged && i < camera.count; i++) {
    struct parameters list;
  begin(&list);
    addFormats(&list, NULL);
    use(&list, camera.streams[i], updateWith);
  }
}

static void setTimer(void) {
  double rate = camera.rateDenominator == 0 ? 0 : (double)camera.rateNumerator / camera.rateDenominator;
  long period = rate < 1 || rate > 1000 ? SPA_NSEC_PER_SEC / 30 : (long)(SPA_NSEC_PER_SEC / rate);
  struct timespec interval = {.tv_sec = period / SPA_NSEC_PER_SEC, .tv_nsec = period % SPA_NSEC_PER_SEC};
  pw_loop_update_timer(pw_main_loop_get_loop(camera.loop), camera.timer, &interval, &interval, false);
}

// Words

static void setControl(const char *value) {
  char *end;
  uint32_t id = (uint32_t)strtoul(value, &end, 0);
  SPA_FOR_EACH_ELEMENT_VAR(controls, control) {
    if (control->id == id && *end == ':') control->value = strtof(end + 1, NULL);
  }
  struct parameters list;
  begin(&list);
  addValues(&list);
  if (camera.isPlugged) use(&list, camera.streams[0], updateWith);
}

static void setProperty(const char *key, const char *value) {
  char bytes[8192];
  size_t count = 0;
  for (const char *at = value; *at != '\0' && count + 1 < sizeof(bytes); at++) {
    unsigned byte = (unsigned char)*at;
    if (*at == '%' && sscanf(at + 1, "%2x", &byte) == 1) at += 2;
    bytes[count++] = (char)byte;
  }
  bytes[count] = '\0';
  pw_properties_set(camera.properties, key, bytes);
}

static uint32_t formatNamed(const char *name) {
  const struct { const char *name; uint32_t format; } known[] = {
      {"NV12", SPA_VIDEO_FORMAT_NV12}, {"YUY2", SPA_VIDEO_FORMAT_YUY2},
      {"BGRx", SPA_VIDEO_FORMAT_BGRx}, {"GRAY8", SPA_VIDEO_FORMAT_GRAY8}};
  SPA_FOR_EACH_ELEMENT_VAR(known, entry) if (strcmp(name, entry->name) == 0) return entry->format;
  return SPA_VIDEO_FORMAT_UNKNOWN;
}

static void setModifiers(const char *value) {
  camera.modifierCount = 0;
  for (char *at = (char *)value; *at != '\0' && camera.modifierCount < maximumModifiers;) {
    camera.modifiers[camera.modifierCount++] = strtoull(at, &at, 0);
    if (*at == ',') at++;
  }
}

static void commandsArrived(void *data, int file, uint32_t mask);

static void listen(const char *path) {
  // Opened for writing too, so that it never ends.
  int file = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) { perror(path); exit(1); }
  pw_loop_add_io(pw_main_loop_get_loop(camera.loop), file, SPA_IO_IN, true, commandsArrived, NULL);
}

static void understand(char *word) {
  char *value = strchr(word, '=');
  if (value == NULL) return;
  *value++ = '\0';
  const struct { const char *key; int *number; } numbers[] = {
      {"luma", &camera.luma}, {"flags", &camera.flags}, {"chunkflags", &camera.chunkFlags},
      {"transform", &camera.transform}, {"offset", &camera.offset}, {"bytes", &camera.bytes},
      {"stride", &camera.stride}, {"burst", &camera.burst}};
  SPA_FOR_EACH_ELEMENT_VAR(numbers, entry) if (strcmp(word, entry->key) == 0) *entry->number = atoi(value);
  if (strcmp(word, "name") == 0) setProperty(PW_KEY_NODE_NAME, value);
  if (strncmp(word, "property.", 9) == 0) setProperty(word + 9, value);
  if (strcmp(word, "count") == 0) camera.count = (uint32_t)atoi(value);
  if (strcmp(word, "format") == 0) camera.format = formatNamed(value);
  if (strcmp(word, "size") == 0) sscanf(value, "%ux%u", &camera.width, &camera.height);
  if (strcmp(word, "rate") == 0) sscanf(value, "%u/%u", &camera.rateNumerator, &camera.rateDenominator);
  if (strcmp(word, "modifiers") == 0) setModifiers(value);
  if (strcmp(word, "memory") == 0) camera.sharesMemory = strcmp(value, "dmabuf") == 0;
  if (strcmp(word, "pts") == 0) camera.pts = strcmp(value, "now") == 0 ? -2 : strcmp(value, "none") == 0 ? -1 : atoll(value);
  if (strcmp(word, "seq") == 0) camera.seq = strtoull(value, NULL, 0);
  if (strcmp(word, "crop") == 0) {
    camera.hasCrop = sscanf(value, "%d,%d,%u,%u", &camera.crop.position.x, &camera.crop.position.y,
                            &camera.crop.size.width, &camera.crop.size.height) == 4;
  }
  if (strcmp(word, "stall") == 0) camera.isStalled = atoi(value) != 0;
  if (strcmp(word, "controls") == 0) camera.hasControls = atoi(value) != 0;
  if (strcmp(word, "control") == 0) setControl(value);
  if (strcmp(word, "commands") == 0) listen(value);
  if (strcmp(word, "plugged") == 0) setPlugged(atoi(value) != 0);
  const char *offered[] = {"format", "size", "rate", "modifiers", "memory"};
  SPA_FOR_EACH_ELEMENT_VAR(offered, key) if (strcmp(word, *key) == 0) offerAnew();
  if (strcmp(word, "rate") == 0 && camera.timer != NULL) setTimer();
}

static void commandsArrived(void *data, int file, uint32_t mask) {
  static char line[8192];
  static size_t length;
  char byte;
  while (read(file, &byte, 1) == 1) {
    if (byte != '\n') {
      if (length + 1 < sizeof(line)) line[length++] = byte;
      continue;
    }
    line[length] = '\0';
    length = 0;
    char *rest = line, *word;
    while ((word = strsep(&rest, " ")) != NULL) understand(word);
    printf("done\n");
  }
}

static void coreFailed(void *data, uint32_t id, int sequence, int result, const char *message) {
  printf("error %u: %s\n", id, message);
  if (id == PW_ID_CORE && result == -EPIPE) pw_main_loop_quit(camera.loop);
}

static const struct pw_core_events coreEvents = {PW_VERSION_CORE_EVENTS, .error = coreFailed};

int main(int count, char *words[]) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  struct rlimit files;
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  pw_init(NULL, NULL);
  camera.loop = pw_main_loop_new(NULL);
  camera.properties = pw_properties_new(
      PW_KEY_MEDIA_CLASS, "Video/Source", PW_KEY_MEDIA_ROLE, "Camera", PW_KEY_NODE_NAME, "camera", NULL);
  for (int i = 1; i < count; i++) understand(words[i]);
  struct pw_context *context = pw_context_new(pw_main_loop_get_loop(camera.loop), NULL, 0);
  camera.core = pw_context_connect(context, NULL, 0);
  if (camera.core == NULL) { perror("PipeWire"); return 1; }
  struct spa_hook hook;
  pw_core_add_listener(camera.core, &hook, &coreEvents, NULL);
  camera.streams = calloc(camera.count, sizeof(*camera.streams));
  camera.hooks = calloc(camera.count, sizeof(*camera.hooks));
  camera.timer = pw_loop_add_timer(pw_main_loop_get_loop(camera.loop), tick, NULL);
  setTimer();
  setPlugged(true);
  printf("ready\n");
  pw_main_loop_run(camera.loop);
  return 0;
}
