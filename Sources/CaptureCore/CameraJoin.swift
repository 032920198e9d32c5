import MediaTypes

/// Joins the lists of several back ends: each camera once, with all the roads to it.
struct CameraJoin {
  private struct Group {
    let id: CameraID
    var members: [CameraDevice]
  }

  /// Who the camera behind a road is, remembered from when a back end told that knows: a road that is
  /// left alone, or comes back first, keeps its camera's identity.
  private(set) var identities: [CameraRoad.ID: CameraID]
  private var groups: [Group] = []
  private var indexes: [CameraID: Int] = [:]
  private var nodes: [String: Int] = [:]

  init(identities: [CameraRoad.ID: CameraID]) {
    self.identities = identities
  }

  /// Adds what one back end says of a camera; those that are direct come first.
  mutating func add(_ device: CameraDevice) {
    let road = device.road
    // Which device of the kernel it is now counts for more than what was once known.
    if !road.isDirect, let index = road.kernelNode.flatMap({ nodes[$0] }) {
      if groups[index].members[0].road.isDirect { identities[road.id] = groups[index].id }
      groups[index].members.append(device)
      return
    }
    let id = identities[road.id] ?? device.id
    if let index = indexes[id] {
      groups[index].members.append(device)
    } else {
      indexes[id] = groups.count
      groups.append(Group(id: id, members: [device]))
    }
    if let node = road.kernelNode { nodes[node] = nodes[node] ?? indexes[id] }
  }

  /// The cameras in their stable order.
  func cameras(backendOrder: [String], wish: FormatWish) -> [CameraDevice] {
    let ranks = Dictionary(backendOrder.enumerated().map { ($1, $0) }) { first, _ in first }
    let rank = { (device: CameraDevice) in ranks[device.backend] ?? ranks.count }
    return groups.map { group in
      let members = group.members.sorted { (rank($0), $0.id) < (rank($1), $1.id) }
      return (rank: rank(members[0]), camera: Self.camera(group.id, members, wish))
    }
    .sorted { ($0.rank, $0.camera.id) < ($1.rank, $1.camera.id) }
    .map(\.camera)
  }

  private static func camera(
    _ id: CameraID, _ members: [CameraDevice], _ wish: FormatWish
  ) -> CameraDevice {
    var roads = members.flatMap(\.roads)
    let used = roads.remove(at: preferred(roads, wish))
    return CameraDevice(
      id: id, name: members[0].name, position: mostTrusted(members.map(\.position)),
      roads: (used, roads))
  }

  /// The first road whose best mode is as good as that of any other.
  private static func preferred(_ roads: [CameraRoad], _ wish: FormatWish) -> Int {
    guard roads.count > 1 else { return 0 }
    let merits = roads.map { FormatChoice.merit(of: $0.formats, for: wish) }
    return merits.min().flatMap { merits.firstIndex(of: $0) } ?? 0
  }

  private static func mostTrusted(_ claims: [PositionClaim]) -> PositionClaim {
    let sources = PositionClaim.Source.allCases
    let trust = { (claim: PositionClaim) in sources.firstIndex(of: claim.source) ?? sources.count }
    return claims.min { trust($0) < trust($1) } ?? .unknown
  }
}
