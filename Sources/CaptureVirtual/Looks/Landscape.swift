import MediaTypes

struct Landscape {
  let size: PixelSize
  var scenery: Scenery { PlainLook(size: size).scenery }
}
