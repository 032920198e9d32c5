// One import for an app: the values of the layers below are part of this module's interface.
@_exported public import CaptureCore
@_exported public import MediaTypes
@_exported public import PreviewCore
@_exported public import RecordCore
