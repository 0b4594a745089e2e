/** The same promise, of which a failure may come before anybody looks at it, or when nobody wants it any more: Node would end the process for that. */
export function lookedAtLater<T>(asked: Promise<T>): Promise<T> {
  asked.catch(() => {});
  return asked;
}
