/** Does the work for each item, at most so many at once. Throws the first error; nothing new begins after it. */
export async function eachAtOnce<T>(items: Iterable<T>, atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const left = items[Symbol.iterator]();
  let hasFailed = false;
  const workers = Array.from({ length: atOnce }, async () => {
    for (let next = left.next(); !next.done && !hasFailed; next = left.next()) {
      await work(next.value).catch((error) => {
        hasFailed = true;
        throw error;
      });
    }
  });
  const failed = (await Promise.allSettled(workers)).find((end) => end.status === "rejected");
  if (failed) throw failed.reason;
}
