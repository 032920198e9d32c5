import AppModel
import GTKSupport

/// A page that says why there is no picture and what to do.
@MainActor
final class ProblemPage {
  /// To be shown in place of the picture.
  var widget: Widget { status }

  private let status = StatusPage()
  private let spinner = Spinner()
  private let buttons: [(offer: Page.Offer, button: Button)]

  init(send: @escaping @MainActor (CameraIntent) -> Void) {
    buttons = Page.Offer.allCases.map { ($0, Button(label: $0.label)) }
    for (offer, button) in buttons {
      button.addStyle("pill")
      button.align(.center, .center)
      button.onClicked { send(offer.intent) }
    }
    spinner.setMinimumSize(width: 32, height: 32)
    spinner.setAccessibleLabel("Please wait")
    status.setChild(Box([spinner] + buttons.map(\.button), isVertical: true, spacing: 12))
  }

  /// Shows a page's words and buttons.
  func show(_ page: Page) {
    status.setIcon(page.kind.icon)
    status.setText(title: page.title, description: page.text)
    spinner.isVisible = page.kind == .starting
    for (offer, button) in buttons {
      button.isVisible = page.offers.contains(offer)
      if offer == page.offers.first {
        button.addStyle("suggested-action")
      } else {
        button.removeStyle("suggested-action")
      }
    }
  }
}

extension Page.Offer {
  fileprivate var label: String {
    switch self {
    case .retry: "Try Again"
    case .useVirtualCameras: "Use the Virtual Cameras"
    }
  }

  fileprivate var intent: CameraIntent {
    switch self {
    case .retry: .retry
    case .useVirtualCameras: .useVirtualCameras
    }
  }
}

extension Page.Kind {
  fileprivate var icon: String? {
    switch self {
    case .starting: nil
    case .noCamera, .unplugged, .ended: "camera-web-symbolic"
    case .permission, .covered: "camera-disabled-symbolic"
    case .busy: "camera-photo-symbolic"
    case .service, .failed: "camera-hardware-disabled-symbolic"
    }
  }
}
