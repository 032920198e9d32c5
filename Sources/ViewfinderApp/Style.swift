/// How the floating controls look.
enum Style {
  static let sheet = """
    headerbar.floating {
      background: linear-gradient(to bottom, rgba(0, 0, 0, 0.5), rgba(0, 0, 0, 0));
      border: none;
      box-shadow: none;
      color: white;
      min-height: 56px;
    }
    headerbar.floating .title { text-shadow: 0 1px 3px rgba(0, 0, 0, 0.6); }
    button.flip {
      min-width: 64px;
      min-height: 64px;
      background: rgba(30, 30, 30, 0.55);
      color: white;
      box-shadow: 0 2px 8px rgba(0, 0, 0, 0.25), inset 0 0 0 1px rgba(255, 255, 255, 0.16);
      transition: background 150ms, opacity 150ms;
      -gtk-icon-size: 28px;
    }
    button.side {
      min-width: 44px;
      min-height: 44px;
      background: rgba(30, 30, 30, 0.7);
      color: white;
      box-shadow: inset 0 0 0 1px rgba(255, 255, 255, 0.16);
    }
    button.side:hover { background: rgba(60, 60, 60, 0.65); }
    button.side:disabled { opacity: 0.5; }
    button.record { color: #ff5c57; }
    label.clock {
      padding: 2px 10px;
      border-radius: 12px;
      background: rgba(192, 28, 40, 0.85);
      color: white;
      font-feature-settings: "tnum";
    }
    button.flip:hover { background: rgba(60, 60, 60, 0.65); }
    button.flip:active { background: rgba(90, 90, 90, 0.75); }
    button.flip:disabled { opacity: 0.5; }
    .small > button.flip { min-width: 40px; min-height: 40px; -gtk-icon-size: 20px; }
    .small > button.side { min-width: 34px; min-height: 34px; }
    toastoverlay > toast { margin-bottom: 116px; border-radius: 18px; }
    toastoverlay > toast label { font-weight: normal; }
    toastoverlay.small > toast { margin: 4px 4px 56px; padding: 2px; }
    toastoverlay.small > toast label { font-size: smaller; margin: 0 4px; }
    """
}
