import { openTurns } from "./turns.ts";

/** What is to become of a failed batch: it may have done something, so nobody tries again; its members may be tried apart; or it only waited too long. */
export type Failed = "for good" | "apart" | "waiting";

export type Batching<Item, Done> = {
  /** So many at most are done together. */
  atMost: number;
  /** So many batches at most are in flight: one, and beside it the next where one has not come back in `overdueMs`, as over a connection that died. */
  batchesAtOnce: number;
  overdueMs: number;
  /** So many lanes at most are worked in at a time, beside the batches in flight. */
  lanesAtOnce: number;
  /** What an item has to wait for. Others of the same lane wait behind it, and nobody else. */
  laneOf(item: Item): string;
  /** Does all of them, or throws. The batch in flight must not wait long for anybody; one in its lane may be patient. */
  doAll(items: Item[], isPatient: boolean): Promise<Done[]>;
  failed(error: unknown): Failed;
};

type Waiting<Item, Done> = { item: Item; resolve(done: Done): void; reject(error: unknown): void };

/**
 * Takes together what waits: one batch is in flight, what comes meanwhile is the next, in the order in which it came. One that does not come back keeps the
 * next waiting for a moment only. A batch that fails is divided into its lanes, and one that fails in its lane into its members: what one of them breaks fails
 * nobody else, and who has to wait long keeps nobody else waiting.
 */
export function openBatches<Item, Done>(batching: Batching<Item, Done>): (item: Item) => Promise<Done> {
  const { atMost, batchesAtOnce, overdueMs, lanesAtOnce, laneOf, doAll, failed } = batching;
  type Batch = Waiting<Item, Done>[];
  const inTurn = openTurns(lanesAtOnce);
  const lanes = new Set<string>();
  const inFlight = new Set<Promise<void>>();
  let queue: Batch = [];
  let isGoingOn = false;

  function takeNext(): Batch {
    const next: Batch = [];
    queue = queue.filter((waiting) => {
      const isTaken = next.length < atMost && !lanes.has(laneOf(waiting.item));
      if (isTaken) next.push(waiting);
      return !isTaken;
    });
    return next;
  }

  async function goOn(): Promise<void> {
    if (isGoingOn) return;
    isGoingOn = true;
    for (let batch = takeNext(); batch.length > 0; batch = takeNext()) {
      const done = together(batch).finally(() => inFlight.delete(done));
      inFlight.add(done);
      await atMostFor(overdueMs, done);
      while (inFlight.size >= batchesAtOnce) await Promise.race(inFlight);
    }
    isGoingOn = false;
  }

  async function together(batch: Batch): Promise<void> {
    const error = await attempt(batch, false);
    if (error === null) return;
    if (failed(error) === "for good" || (failed(error) === "apart" && batch.length === 1)) return reject(batch, error);
    for (const [lane, members] of Map.groupBy(batch, ({ item }) => laneOf(item))) void inLane(lane, members);
  }

  async function inLane(lane: string, members: Batch): Promise<void> {
    lanes.add(lane);
    await inTurn(() => patiently(members));
    lanes.delete(lane);
    void goOn();
  }

  async function patiently(batch: Batch): Promise<void> {
    const error = await attempt(batch, true);
    if (error === null) return;
    if (failed(error) !== "apart" || batch.length === 1) return reject(batch, error);
    for (const member of batch) await patiently([member]);
  }

  async function attempt(batch: Batch, isPatient: boolean): Promise<unknown> {
    try {
      const done = await doAll(
        batch.map(({ item }) => item),
        isPatient,
      );
      for (const [n, value] of done.entries()) batch[n]?.resolve(value);
      return null;
    } catch (error) {
      return error ?? new Error("failed without a reason");
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      void goOn();
    });
}

/** Waits for it, but no longer than that. */
async function atMostFor(ms: number, done: Promise<void>): Promise<void> {
  const { promise: isOver, resolve } = Promise.withResolvers<void>();
  const clock = setTimeout(resolve, ms);
  await Promise.race([done, isOver]);
  clearTimeout(clock);
}

function reject(batch: { reject(error: unknown): void }[], error: unknown): void {
  for (const member of batch) member.reject(error);
}
