import { openTurns } from "./turns.ts";

/** What is to become of a failed batch: it may have done something, so nobody tries again; its members may be tried apart; or it only waited too long. */
export type Failed = "for good" | "apart" | "waiting";

export type Batching<Item, Done> = {
  /** So many at most are done together. */
  atMost: number;
  /** So many lanes at most are worked in at a time, beside the batch in flight. */
  lanesAtOnce: number;
  /** What an item has to wait for. Others of the same lane wait behind it, and nobody else. */
  laneOf(item: Item): string;
  /** Does all of them, or throws. The batch in flight must not wait long for anybody; one in its lane may be patient. */
  doAll(items: Item[], isPatient: boolean): Promise<Done[]>;
  failed(error: unknown): Failed;
};

type Waiting<Item, Done> = { item: Item; resolve(done: Done): void; reject(error: unknown): void };

/**
 * Takes together what waits: one batch is in flight, what comes meanwhile is the next, in the order in which it came. A batch that fails is divided into its
 * lanes, and one that fails in its lane into its members: what one of them breaks fails nobody else, and who has to wait long keeps nobody else waiting.
 */
export function openBatches<Item, Done>(batching: Batching<Item, Done>): (item: Item) => Promise<Done> {
  const { atMost, lanesAtOnce, laneOf, doAll, failed } = batching;
  type Batch = Waiting<Item, Done>[];
  const inTurn = openTurns(lanesAtOnce);
  const lanes = new Set<string>();
  let queue: Batch = [];
  let isInFlight = false;

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
    if (isInFlight) return;
    isInFlight = true;
    for (let batch = takeNext(); batch.length > 0; batch = takeNext()) await together(batch);
    isInFlight = false;
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

function reject(batch: { reject(error: unknown): void }[], error: unknown): void {
  for (const member of batch) member.reject(error);
}
