#if canImport(AppKit)
  import AppKit
  import Foundation
  import PreviewMetal
  import QuartzCore
  import SwiftUI

  /// The layer of a `CameraView` in SwiftUI.
  struct PictureView: NSViewRepresentable {
    let look: PictureLook

    func makeNSView(context: Context) -> LayerView { LayerView(look) }
    func updateNSView(_ view: LayerView, context: Context) { view.picture.look = look }
    static func dismantleNSView(_ view: LayerView, coordinator: ()) { view.picture.end() }
  }

  /// Holds the layer and gives it its size.
  final class LayerView: NSView {
    let picture: Picture

    init(_ look: PictureLook) {
      picture = Picture(look)
      super.init(frame: .zero)
      wantsLayer = true
      if let layer = picture.presenter?.layer { self.layer?.addSublayer(layer) }
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    override func layout() {
      super.layout()
      picture.fill(bounds, scale: window?.backingScaleFactor ?? 1)
    }

    override func viewDidMoveToWindow() {
      super.viewDidMoveToWindow()
      picture.show(window != nil)
    }
  }
#endif
