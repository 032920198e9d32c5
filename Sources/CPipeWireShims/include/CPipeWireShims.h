#pragma once
// What Swift's importer cannot see of PipeWire: the calls that are function-like macros over an
// interface's method table. Each function here is one of these macros and nothing else, and can go
// when PipeWire offers it as a function (1.4 made them inline functions).
#include <pipewire/pipewire.h>
#include <pipewire/extensions/metadata.h>

static inline struct spa_source *cpipewireshims_loop_add_event(
    struct pw_loop *loop, spa_source_event_func_t handler, void *data) {
  return pw_loop_add_event(loop, handler, data);
}

static inline void cpipewireshims_loop_signal_event(
    struct pw_loop *loop, struct spa_source *source) {
  pw_loop_signal_event(loop, source);
}

static inline struct spa_source *cpipewireshims_loop_add_io(
    struct pw_loop *loop, int descriptor, uint32_t mask, spa_source_io_func_t handler, void *data) {
  return pw_loop_add_io(loop, descriptor, mask, false, handler, data);
}

static inline void cpipewireshims_loop_update_io(
    struct pw_loop *loop, struct spa_source *source, uint32_t mask) {
  pw_loop_update_io(loop, source, mask);
}

static inline void cpipewireshims_loop_destroy_source(
    struct pw_loop *loop, struct spa_source *source) {
  pw_loop_destroy_source(loop, source);
}

static inline void cpipewireshims_core_add_listener(
    struct pw_core *core, struct spa_hook *hook, const struct pw_core_events *events, void *data) {
  pw_core_add_listener(core, hook, events, data);
}

static inline int cpipewireshims_core_sync(struct pw_core *core) {
  return pw_core_sync(core, PW_ID_CORE, 0);
}

static inline void cpipewireshims_registry_add_listener(
    struct pw_registry *registry, struct spa_hook *hook, const struct pw_registry_events *events,
    void *data) {
  pw_registry_add_listener(registry, hook, events, data);
}

static inline void cpipewireshims_node_add_listener(
    void *node, struct spa_hook *hook, const struct pw_node_events *events, void *data) {
  pw_node_add_listener((struct pw_node *)node, hook, events, data);
}

static inline int cpipewireshims_node_enum_params(void *node, uint32_t id) {
  return pw_node_enum_params((struct pw_node *)node, 0, id, 0, UINT32_MAX, NULL);
}

static inline int cpipewireshims_node_subscribe_params(
    void *node, uint32_t *ids, uint32_t count) {
  return pw_node_subscribe_params((struct pw_node *)node, ids, count);
}

static inline int cpipewireshims_node_set_param(
    void *node, uint32_t id, const struct spa_pod *parameter) {
  return pw_node_set_param((struct pw_node *)node, id, 0, parameter);
}

static inline void cpipewireshims_device_add_listener(
    void *device, struct spa_hook *hook, const struct pw_device_events *events, void *data) {
  pw_device_add_listener((struct pw_device *)device, hook, events, data);
}

static inline void cpipewireshims_metadata_add_listener(
    void *metadata, struct spa_hook *hook, const struct pw_metadata_events *events, void *data) {
  pw_metadata_add_listener((struct pw_metadata *)metadata, hook, events, data);
}
