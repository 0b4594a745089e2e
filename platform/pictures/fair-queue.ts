import type { PictureNo, QueueLane } from "./pictures.ts";

/** How many limited lanes may wait, and how much decoder time each has within a window. */
export type QueueLimits = { waitingMax: number; budgetMs: number; windowMs: number };

/** A queue that serves its lanes in turn, however much waits in each. */
type FairQueue<Job> = {
  /**
   * Appends a job to its lane. Returns why not: `busy` if the lane or the queue is full, `limited`
   * if its time is used up.
   */
  enter(lane: QueueLane, job: Job): PictureNo | null;
  /** The first job of the lane whose turn it is. */
  next(): { lane: QueueLane; job: Job } | null;
  /** Records how long a lane used the decoder. */
  spend(lane: QueueLane, ms: number): void;
  /** Removes and returns everything that waits. */
  empty(): Job[];
};

/**
 * An IPv6 /48 counts as this many networks: it may belong to one visitor, or to the phones of a
 * town.
 */
const NETWORKS_IN_WIDER = 4;

/** Above this number of names, those whose time has fully recovered are forgotten. */
const REMEMBERED_MAX = 1_000;

/**
 * Opens a queue. A limited lane has at most one job waiting. Its used time recovers evenly: the
 * whole budget within the window. `now` is in ms.
 */
export function openFairQueue<Job>(limits: QueueLimits, now: () => number): FairQueue<Job> {
  const waiting = new Map<string, { lane: QueueLane; jobs: Job[] }>();
  const used = new Map<string, { ms: number; at: number }>();
  const waitingIn = new Map<string, number>();
  let limitedWaiting = 0;
  const backPerMs = limits.budgetMs / limits.windowMs;

  function usedBy(name: string): number {
    const known = used.get(name);
    return known ? Math.max(0, known.ms - (now() - known.at) * backPerMs) : 0;
  }

  function forgetWhole(): void {
    if (used.size <= REMEMBERED_MAX) return;
    for (const name of used.keys()) if (usedBy(name) === 0) used.delete(name);
  }

  /** Counts a job that entered or left the queue. */
  function countWaiting({ isLimited, wider }: QueueLane, by: 1 | -1): void {
    if (!isLimited) return;
    limitedWaiting += by;
    if (wider === undefined) return;
    const there = (waitingIn.get(wider) ?? 0) + by;
    if (there === 0) waitingIn.delete(wider);
    else waitingIn.set(wider, there);
  }

  /** How far a lane, or the wider network around it, is over its time, in ms of one lane. */
  function overBudget({ name, wider }: QueueLane): number {
    const inWider = wider === undefined ? 0 : usedBy(wider);
    return Math.max(usedBy(name), inWider) - limits.budgetMs;
  }

  function objection(lane: QueueLane): PictureNo | null {
    const over = overBudget(lane);
    if (over >= 0) return { fault: "limited", waitMs: Math.max(1_000, over / backPerMs) };
    const isFull = limitedWaiting >= limits.waitingMax || (waitingIn.get(lane.wider ?? "") ?? 0) >= NETWORKS_IN_WIDER;
    return waiting.has(lane.name) || isFull ? { fault: "busy" } : null;
  }

  return {
    enter(lane, job) {
      const no = lane.isLimited ? objection(lane) : null;
      if (no) return no;
      const there = waiting.get(lane.name);
      if (there) there.jobs.push(job);
      else waiting.set(lane.name, { lane, jobs: [job] });
      countWaiting(lane, 1);
      return null;
    },
    next() {
      const [first] = waiting.values();
      const job = first?.jobs.shift();
      if (!first || job === undefined) return null;
      const { lane, jobs } = first;
      waiting.delete(lane.name);
      if (jobs.length > 0) waiting.set(lane.name, first);
      countWaiting(lane, -1);
      return { lane, job };
    },
    spend({ name, isLimited, wider }, ms) {
      if (!isLimited) return;
      used.set(name, { ms: usedBy(name) + ms, at: now() });
      // Counted as one network's share, because it recovers at the pace of one network.
      if (wider !== undefined) used.set(wider, { ms: usedBy(wider) + ms / NETWORKS_IN_WIDER, at: now() });
      forgetWhole();
    },
    empty() {
      const jobs = [...waiting.values()].flatMap((lane) => lane.jobs);
      waiting.clear();
      waitingIn.clear();
      limitedWaiting = 0;
      return jobs;
    },
  };
}
