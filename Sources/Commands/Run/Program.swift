import Viewfinder

/// The program `viewfinder`, as a library so that its parts can be tested.
public enum Program {
  /// What `--version` prints.
  public static let version = ViewfinderVersion.text

  /// Does what a command line asks.
  ///
  /// - Parameter arguments: without the program's name.
  /// - Returns: the exit status.
  ///
  /// *Context*: once, first thing in `main`: it sets up the signals of the whole program.
  @MainActor
  public static func run(_ arguments: [String]) async -> Int32 {
    Interrupts.prepare()
    let console = Console()
    let invocation = Result(catching: { try Invocation(arguments) })
    let work = Task.detached { try await perform(invocation.get(), console: console) }
    Interrupts.watch((try? invocation.get().ending) ?? .soon) { work.cancel() }
    let status = await ending(of: work, console: console)
    return status.rawValue
  }

  private static func perform(_ invocation: Invocation, console: Console) async throws {
    switch invocation {
    case .help(let syntax): try console.print(syntax.map(HelpText.of) ?? HelpText.program)
    case .version: try console.print("viewfinder \(version)")
    case .devices(let request): try await DevicesCommand(request, console: console).run()
    case .frames(let request): try await FramesCommand(request, console: console).run()
    case .photo(let request): try await PhotoCommand(request, console: console).run()
    case .preview(let request): try await PreviewCommand(request, console: console).run()
    case .controls(let request): try await ControlsCommand(request, console: console).run()
    case .demo(let request): try await DemoCommand(request, console: console).run()
    case .record(let request): try await RecordCommand(request, console: console).run()
    case .repair(let request): try await RepairCommand(request, console: console).run()
    case .doctor(let request): try await DoctorCommand(request, console: console).run()
    }
  }

  /// Waits for the work and says what went wrong.
  private static func ending(of work: Task<Void, any Error>, console: Console) async -> ExitStatus {
    do {
      try await work.value
      return .done
    } catch {
      let status = ExitStatus(error)
      if status == .done || error is CancellationError { return status }
      if work.isCancelled { return .interrupted }
      console.note("\(CommandError(error))")
      return status
    }
  }
}
