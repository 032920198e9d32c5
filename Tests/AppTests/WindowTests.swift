import TestSupport
import Testing

/// All that open windows: one after the other, since each keeps a machine without a GPU busy.
@Suite("Programs with a window", .requires(.xServer), .serialized)
enum WindowTests {}
