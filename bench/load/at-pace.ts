import { setTimeout as wait } from "node:timers/promises";

/** Starts `work` for one item after another at an even pace, and waits until all of it is done. */
export async function atPace<T>(items: readonly T[], perSecond: number, work: (item: T) => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  const working: Promise<unknown>[] = [];
  for (const [n, item] of items.entries()) {
    const early = startedAt + (n * 1_000) / perSecond - performance.now();
    if (early > 1) await wait(early);
    working.push(work(item));
  }
  await Promise.all(working);
}
