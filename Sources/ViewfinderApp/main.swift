import AppModel
import GTKSupport
import Glibc
import Viewfinder

@MainActor
private func run(_ words: [String]) -> Int32 {
  do throws(AppOptions.UsageError) {
    let options = try AppOptions(words)
    if options.wantsHelp {
      print(AppOptions.help)
      return 0
    }
    if options.wantsVersion {
      print("viewfinder-gtk \(ViewfinderVersion.text)")
      return 0
    }
    return show(options)
  } catch {
    complain("\(error)\nTry: viewfinder-gtk --help")
    return 2
  }
}

@MainActor
private func show(_ options: AppOptions) -> Int32 {
  let session = CameraSession(options.configuration)
  if let problem = session.state.problem {
    complain("\(problem)\nTry: viewfinder-gtk --help")
    return 2
  }
  guard let application = Application(id: "org.viewfinder.Viewfinder") else {
    complain("there is no display to open a window on. Without one: viewfinder demo")
    return 1
  }
  var window: CameraWindow?
  application.onActivate { [unowned application] in
    if window == nil { window = CameraWindow(application, session: session, options: options) }
    window?.present()
  }
  application.onTerminate { [unowned application] in
    if let window { window.close() } else { application.quit() }
  }
  return application.run()
}

private func complain(_ text: String) {
  let line = Array("viewfinder-gtk: \(text)\n".utf8)
  _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

exit(run(Array(CommandLine.arguments.dropFirst())))
