import { openFairQueue, type QueueLimits, type QueueNo } from "./fair-queue.ts";
import type { QueueLane } from "./queue-lane.ts";

/** How many jobs are done at once, and how long one waits for its turn at most. */
type TurnLimits = QueueLimits & { atOnce: number; waitMaxMs: number };

/** Does work when it is its lane's turn. */
type Turns = {
  /** Why work of this lane could not wait now; null if it could. */
  objection(lane: QueueLane): QueueNo | null;
  /** Does the work and returns what it gave, or why it was not done. */
  take<T>(lane: QueueLane, work: () => Promise<T>): Promise<{ done: T } | QueueNo>;
};

/** `begin` returns how the outcome is told, or null if nobody waits for it any more. */
type Job = { begin(): Promise<() => void> | null };

/** Opens turns of this process. A job that has waited too long is not done any more (`busy`). */
export function openTurns(limits: TurnLimits, now: () => number = () => performance.now()): Turns {
  const queue = openFairQueue<Job>(limits, now);
  let underWay = 0;

  async function run(lane: QueueLane, from: number, work: Promise<() => void>): Promise<void> {
    const tell = await work;
    queue.spend(lane, now() - from);
    underWay -= 1;
    tell();
    beginNext();
  }

  function beginNext(): void {
    while (underWay < limits.atOnce) {
      const next = queue.next();
      if (!next) return;
      const from = now();
      const work = next.job.begin();
      if (work === null) continue;
      underWay += 1;
      void run(next.lane, from, work);
    }
  }

  return {
    objection: queue.objection,
    take<T>(lane: QueueLane, work: () => Promise<T>) {
      const outcome = Promise.withResolvers<{ done: T } | QueueNo>();
      let isOver = false;
      const giveUp = setTimeout(() => {
        isOver = true;
        outcome.resolve({ fault: "busy" });
      }, limits.waitMaxMs);
      const no = queue.enter(lane, {
        begin() {
          if (isOver) return null;
          clearTimeout(giveUp);
          return work().then(
            (done) => () => outcome.resolve({ done }),
            (error) => () => outcome.reject(error),
          );
        },
      });
      if (no) {
        clearTimeout(giveUp);
        outcome.resolve(no);
      } else beginNext();
      return outcome.promise;
    },
  };
}
