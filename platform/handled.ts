/** Marks a promise as handled so that a late rejection does not crash the process. */
export function lookedAtLater<T>(asked: Promise<T>): Promise<T> {
  asked.catch(() => {});
  return asked;
}
