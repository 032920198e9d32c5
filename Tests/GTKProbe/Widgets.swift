import GTKSupport

/// A signal of a real widget, and what becomes of its handler.
@MainActor
func probeWidgets() {
  guard let application = Application(id: "org.viewfinder.Probe") else {
    print("no display")
    return
  }
  application.onActivate { [unowned application] in clickButton(in: application) }
  print("status \(application.run())")
}

private final class Witness {}

@MainActor
private func clickButton(in application: Application) {
  let overlay = Overlay(Label("a <b>name</b> & more"))
  let window = Window(application, title: "probe", width: 200, height: 100, content: overlay)
  let button = Button(label: "Count")
  weak var held: Button?
  held = button
  weak var witness: Witness?
  do {
    let captured = Witness()
    witness = captured
    button.onClicked { [unowned application] in
      _ = captured
      print("clicked")
      if let button = held { overlay.remove(button) }
      Task {
        print("released with its wrapper \(witness == nil && held == nil)")
        application.quit()
      }
    }
  }
  overlay.add(button)
  window.present()
  button.activate()
}
