/**
 * Waits for statements of one transaction that were sent together, and gives what each gave. Throws the error of the first that failed, in the order in which they
 * stand: those after it fail for no reason of their own.
 */
export async function inOneBreath<T extends readonly unknown[]>(sent: { [K in keyof T]: PromiseLike<T[K]> }): Promise<T> {
  const settled = await Promise.allSettled(sent);
  for (const result of settled) if (result.status === "rejected") throw result.reason;
  return settled.map((result) => (result.status === "fulfilled" ? result.value : undefined)) as unknown as T;
}
