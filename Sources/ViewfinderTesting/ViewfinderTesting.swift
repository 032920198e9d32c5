// One import for a test beside Viewfinder: virtual cameras and microphones, and movies in memory.
@_exported public import CaptureVirtual
@_exported public import RecordMemory
