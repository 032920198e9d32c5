#define _GNU_SOURCE
#include "CAllocations.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#ifdef SANITIZED
// sanitizer/allocator_interface.h
size_t __sanitizer_get_current_allocated_bytes(void);
size_t CAllocationsBytesInUse(void) { return __sanitizer_get_current_allocated_bytes(); }
#elif !defined(__GLIBC__)
size_t CAllocationsBytesInUse(void) { return 0; }
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)
#include <dlfcn.h>
#include <link.h>
#include <malloc.h>
#include <stdatomic.h>
#include <string.h>

// glibc's own names for what the functions below stand in for.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static __thread size_t all;
static __thread size_t bySwift;

// Counted here and not asked of glibc, whose mallinfo2 takes for used what a thread keeps for its next requests.
// What libdispatch asks for and gives back by itself is left out: for each thread it keeps what it needed most of
// once, up to a thousand pieces.
static atomic_size_t inUse;

// Where a library's code lies; found at the start of the program, before any thread is.
struct library {
  const char *name;
  uintptr_t begin, end;
};
static struct library swift = {.name = "libswiftCore.so"}, dispatch = {.name = "libdispatch.so"};

static int find(struct dl_phdr_info *info, size_t size, void *wanted) {
  (void)size;
  struct library *library = wanted;
  if (!info->dlpi_name || !strstr(info->dlpi_name, library->name)) return 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    if (header->p_type != PT_LOAD || !(header->p_flags & PF_X)) continue;
    library->begin = info->dlpi_addr + header->p_vaddr;
    library->end = library->begin + header->p_memsz;
  }
  return 1;
}

__attribute__((constructor)) static void set_up(void) {
  dl_iterate_phdr(find, &swift);
  dl_iterate_phdr(find, &dispatch);
}

static bool is_in(const struct library *library, const void *code) {
  return (uintptr_t)code - library->begin < library->end - library->begin;
}

static void count(void *caller) {
  all++;
  if (is_in(&swift, caller)) bySwift++;
}

// What it has, in rows that a hash finds. Kept, since a call that ends another function looks on the return
// address as if it came from that function's caller: what others made would seem to be given back by libdispatch.
enum { rows = 8192, places = 8 };
static _Atomic(void *) itsOwn[rows][places];

// Puts `after` where `before` stands in the row of a piece of memory.
static bool replace(const void *memory, void *before, void *after) {
  _Atomic(void *) *row = itsOwn[((uintptr_t)memory >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 51];
  for (int place = 0; place < places; place++) {
    void *expected = before;
    if (atomic_load_explicit(&row[place], memory_order_relaxed) == before &&
        atomic_compare_exchange_strong(&row[place], &expected, after))
      return true;
  }
  return false;
}

static void add(void *memory, void *caller) {
  if (!memory || (is_in(&dispatch, caller) && replace(memory, NULL, memory))) return;
  atomic_fetch_add_explicit(&inUse, malloc_usable_size(memory), memory_order_relaxed);
}

// Before the memory is given back, since another thread may have the same next.
static bool forget(void *memory) { return !memory || replace(memory, memory, NULL); }

static void subtract(size_t bytes) {
  atomic_fetch_sub_explicit(&inUse, bytes, memory_order_relaxed);
}

// Each request of the functions below: what it made, and who asked.
static void *counted(void *made, void *caller) {
  count(caller);
  add(made, caller);
  return made;
}

#define CALLER __builtin_return_address(0)

void *malloc(size_t size) { return counted(__libc_malloc(size), CALLER); }

void *calloc(size_t number, size_t size) { return counted(__libc_calloc(number, size), CALLER); }

void *realloc(void *memory, size_t size) {
  count(CALLER);
  size_t before = malloc_usable_size(memory);
  bool isUncounted = forget(memory);
  void *made = __libc_realloc(memory, size);
  // One that fails leaves the memory as it is; size 0 gives it back.
  if (!made && size) {
    if (memory && isUncounted) replace(memory, NULL, memory);
    return NULL;
  }
  if (!isUncounted) subtract(before);
  add(made, CALLER);
  return made;
}

void free(void *memory) {
  if (!forget(memory)) subtract(malloc_usable_size(memory));
  __libc_free(memory);
}

void *memalign(size_t alignment, size_t size) {
  return counted(__libc_memalign(alignment, size), CALLER);
}

void *aligned_alloc(size_t alignment, size_t size) {
  return counted(__libc_memalign(alignment, size), CALLER);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  void *made = counted(__libc_memalign(alignment, size), CALLER);
  if (!made) return ENOMEM;
  *memory = made;
  return 0;
}

bool CAllocationsAreCounted(void) { return true; }
size_t CAllocationsOfThread(void) { return all; }
size_t CAllocationsOfThreadBySwift(void) { return bySwift; }
size_t CAllocationsBytesInUse(void) { return inUse; }
#else
bool CAllocationsAreCounted(void) { return false; }
size_t CAllocationsOfThread(void) { return 0; }
size_t CAllocationsOfThreadBySwift(void) { return 0; }
#endif

bool CAllocationsAreExact(void) {
#ifdef OPTIMIZED
  return CAllocationsAreCounted();
#else
  return false;
#endif
}
