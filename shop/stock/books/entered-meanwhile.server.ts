/**
 * Another transaction added or removed one of the IDs between our read and our write; the
 * transaction must be retried.
 */
export class EnteredMeanwhile extends Error {
  override name = "EnteredMeanwhile";
}
