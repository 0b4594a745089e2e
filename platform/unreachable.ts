/** A dependency cannot be reached right now: the visitor gets 503 and is asked to come back. */
export class Unreachable extends Error {
  override name = "Unreachable";
}
