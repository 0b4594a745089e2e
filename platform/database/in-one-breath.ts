/** PostgreSQL's word for a statement that was not even tried, since another of its transaction had failed. */
const NOT_TRIED = "25P02";

/**
 * Waits for statements of one transaction that were sent together, and gives what each gave. Throws the error of the one that failed, once all are over: those that were sent
 * after it fail for no reason of their own, and they may stand before it, since a call that prepares something sends later than one that does not.
 */
export async function inOneBreath<T extends readonly unknown[]>(sent: { [K in keyof T]: PromiseLike<T[K]> }): Promise<T> {
  const settled = await Promise.allSettled(sent);
  const failures: unknown[] = settled.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  if (failures.length > 0) throw failures.find((failure) => !wasNotTried(failure)) ?? failures[0];
  return settled.map((result) => (result.status === "fulfilled" ? result.value : undefined)) as unknown as T;
}

function wasNotTried(failure: unknown): boolean {
  return failure instanceof Error && (("code" in failure && failure.code === NOT_TRIED) || wasNotTried(failure.cause));
}
