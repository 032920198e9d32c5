import RecordMemory
import Testing

@Test func aMovieInMemoryCostsNothingToMake() {
  _ = MovieInMemory()
}
