#pragma once
#ifdef __linux__
// libdispatch exports these two for CoreFoundation and declares them in a private header that
// toolchains do not ship. They can go when the concurrency library offers a main executor that a
// program may replace (`ExecutorFactory`, private in Swift 6.3).

/// The descriptor (an eventfd) that becomes readable when the main queue has work.
int _dispatch_get_main_queue_handle_4CF(void);

/// Runs what is in the main queue; on the main thread only. The argument is ignored.
void _dispatch_main_queue_callback_4CF(void *_Nullable message);
#endif
