// Counts the memory that a program asks for, for tests: C, because malloc itself has to be stood in for.
#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stdbool.h>
#include <stddef.h>

/// Whether allocations are counted: with glibc, and not in builds for a sanitizer, which has a malloc of its own.
bool CAllocationsAreCounted(void);

/// Whether allocations are counted, and the code is optimized so that it asks for none of its own.
bool CAllocationsAreExact(void);

/// How often this thread has asked for memory so far.
size_t CAllocationsOfThread(void);

/// The same, only what Swift's runtime asked for: objects, arrays, boxes. What a C library, such as a graphics
/// driver, takes for itself is left out.
size_t CAllocationsOfThreadBySwift(void);

/// Bytes that the whole program has asked for and not given back, without libdispatch's own; with a sanitizer,
/// as that counts.
size_t CAllocationsBytesInUse(void);

#endif
