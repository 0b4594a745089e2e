import { openFairQueue, type QueueLimits, type QueueNo } from "./fair-queue.ts";
import type { QueueLane } from "./queue-lane.ts";

/** How many jobs are done at once, and how long one waits for its turn at most. */
type TurnLimits = QueueLimits & { atOnce: number; waitMaxMs: number };

/** Does work when it is its lane's turn. */
type Turns = {
  /** Why work of this lane could not wait now; null if it could. */
  objection(lane: QueueLane): QueueNo | null;
  /**
   * Does the work and returns what it gave, or why it was not done. Where it gave something that
   * `isFree`, its time does not count against the lane's.
   */
  take<T>(lane: QueueLane, work: () => Promise<T>, isFree?: (done: T) => boolean): Promise<{ done: T } | QueueNo>;
};

type Ended = { isFree: boolean; tell(): void };
/** `begin` is null if nobody waits for the job any more. */
type Job = { begin(): Promise<Ended> | null };

/** Opens turns of this process. A job that has waited too long is not done any more (`busy`). */
export function openTurns(limits: TurnLimits, now: () => number = () => performance.now()): Turns {
  const queue = openFairQueue<Job>(limits, now);
  let underWay = 0;

  async function run(lane: QueueLane, from: number, work: Promise<Ended>): Promise<void> {
    const { isFree, tell } = await work;
    if (!isFree) queue.spend(lane, now() - from);
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
    take<T>(lane: QueueLane, work: () => Promise<T>, isFree: (done: T) => boolean = () => false) {
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
            (done) => ({ isFree: isFree(done), tell: () => outcome.resolve({ done }) }),
            (error) => ({ isFree: false, tell: () => outcome.reject(error) }),
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
