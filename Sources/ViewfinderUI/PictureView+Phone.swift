#if canImport(UIKit)
  import Foundation
  import PreviewMetal
  import QuartzCore
  import SwiftUI
  import UIKit

  /// The layer of a `CameraView` in SwiftUI.
  struct PictureView: UIViewRepresentable {
    let look: PictureLook

    func makeUIView(context: Context) -> LayerView { LayerView(look) }
    func updateUIView(_ view: LayerView, context: Context) { view.picture.look = look }
    static func dismantleUIView(_ view: LayerView, coordinator: ()) { view.picture.end() }
  }

  /// Holds the layer and gives it its size.
  final class LayerView: UIView {
    let picture: Picture

    init(_ look: PictureLook) {
      picture = Picture(look)
      super.init(frame: .zero)
      if let layer = picture.presenter?.layer { self.layer.addSublayer(layer) }
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
      super.layoutSubviews()
      picture.fill(bounds, scale: traitCollection.displayScale)
    }

    override func didMoveToWindow() {
      super.didMoveToWindow()
      picture.show(window != nil)
    }
  }
#endif
