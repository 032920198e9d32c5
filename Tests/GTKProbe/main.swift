import GTKSupport

// Swift Testing runs tests off the main thread, where no GLib loop may serve the main actor: what
// needs the main thread is done here, and the tests read what this program prints.
switch CommandLine.arguments.dropFirst().first {
case "hops": probeHops()
case "waker": probeWaker()
case "widgets": probeWidgets()
default: print("usage: GTKProbe hops|waker|widgets")
}
