import type { QueueLane } from "./queue-lane.ts";

/**
 * How many jobs may wait in limited lanes together and in one of them (1 unless given), and how
 * much time each lane has within a window.
 */
export type QueueLimits = { waitingMax: number; waitingInLaneMax?: number; budgetMs: number; windowMs: number };

/**
 * Why a job may not wait: too many do, or its lane's time is used up for another `waitMs`.
 */
export type QueueNo = { fault: "busy"; waitMs?: never } | { fault: "limited"; waitMs: number };

/** A queue that serves its lanes in turn, however much waits in each. */
type FairQueue<Job> = {
  /** Why a job of this lane could not wait now; null if it could. */
  objection(lane: QueueLane): QueueNo | null;
  /** Appends a job to its lane, unless there is an objection. */
  enter(lane: QueueLane, job: Job): QueueNo | null;
  /** The first job of the lane whose turn it is. */
  next(): { lane: QueueLane; job: Job } | null;
  /** Records how long a job of a lane took. */
  spend(lane: QueueLane, ms: number): void;
  /** Removes and returns everything that waits. */
  empty(): Job[];
};

/** After so many turns of first lanes in a row, another lane that waits has one. */
const FIRST_IN_ROW_MAX = 3;

/** Above this number of names, those whose time has fully recovered are forgotten. */
const REMEMBERED_MAX = 1_000;

/**
 * Opens a queue. A lane's used time recovers evenly: the whole budget within the window. `now` is
 * in ms.
 */
export function openFairQueue<Job>(limits: QueueLimits, now: () => number): FairQueue<Job> {
  const waiting = new Map<string, { lane: QueueLane; jobs: Job[] }>();
  const used = new Map<string, { ms: number; at: number }>();
  /** How many jobs wait in a wider network, in first limited lanes, and in other limited lanes. */
  const counts = new Map<string, number>();
  const inLaneMax = limits.waitingInLaneMax ?? 1;
  const backPerMs = limits.budgetMs / limits.windowMs;
  let firstInRow = 0;

  function usedBy(name: string): number {
    const known = used.get(name);
    return known ? Math.max(0, known.ms - (now() - known.at) * backPerMs) : 0;
  }

  function forgetWhole(): void {
    if (used.size <= REMEMBERED_MAX) return;
    for (const name of used.keys()) if (usedBy(name) === 0) used.delete(name);
  }

  /** Counts a job that entered or left the queue. */
  function countWaiting(lane: QueueLane, by: 1 | -1): void {
    if (!lane.isLimited) return;
    for (const name of [kindOf(lane), ...(lane.wider ?? []).map((wider) => wider.name)]) {
      const there = (counts.get(name) ?? 0) + by;
      if (there === 0) counts.delete(name);
      else counts.set(name, there);
    }
  }

  /** How far a lane, or a wider network around it, is over its time, in ms of one lane. */
  function overBudget({ name, wider = [] }: QueueLane): number {
    return Math.max(usedBy(name), ...wider.map((around) => usedBy(around.name))) - limits.budgetMs;
  }

  function isFull(lane: QueueLane): boolean {
    if ((waiting.get(lane.name)?.jobs.length ?? 0) >= inLaneMax) return true;
    if ((counts.get(kindOf(lane)) ?? 0) >= limits.waitingMax) return true;
    return (lane.wider ?? []).some(({ name, networks }) => (counts.get(name) ?? 0) >= networks * inLaneMax);
  }

  function objection(lane: QueueLane): QueueNo | null {
    if (!lane.isLimited) return null;
    const over = overBudget(lane);
    if (over >= 0) return { fault: "limited", waitMs: Math.max(1_000, over / backPerMs) };
    return isFull(lane) ? { fault: "busy" } : null;
  }

  /** The lane whose turn it is. */
  function turn() {
    const all = [...waiting.values()];
    const first = all.find(({ lane }) => lane.isFirst);
    const other = all.find(({ lane }) => !lane.isFirst);
    const isFirsts = first !== undefined && (other === undefined || firstInRow < FIRST_IN_ROW_MAX);
    firstInRow = isFirsts ? firstInRow + 1 : 0;
    return isFirsts ? first : other;
  }

  return {
    objection,
    enter(lane, job) {
      const no = objection(lane);
      if (no) return no;
      const there = waiting.get(lane.name);
      if (there) there.jobs.push(job);
      else waiting.set(lane.name, { lane, jobs: [job] });
      countWaiting(lane, 1);
      return null;
    },
    next() {
      const served = turn();
      const job = served?.jobs.shift();
      if (!served || job === undefined) return null;
      const { lane, jobs } = served;
      waiting.delete(lane.name);
      if (jobs.length > 0) waiting.set(lane.name, served);
      countWaiting(lane, -1);
      return { lane, job };
    },
    spend({ name, isLimited, wider = [] }, ms) {
      if (!isLimited) return;
      used.set(name, { ms: usedBy(name) + ms, at: now() });
      // Counted as one network's share, because it recovers at the pace of one network.
      for (const around of wider) used.set(around.name, { ms: usedBy(around.name) + ms / around.networks, at: now() });
      forgetWhole();
    },
    empty() {
      const jobs = [...waiting.values()].flatMap((lane) => lane.jobs);
      waiting.clear();
      counts.clear();
      return jobs;
    },
  };
}

/** Strangers who wait keep nobody out who is served before them. */
function kindOf({ isFirst }: QueueLane): string {
  return isFirst ? "first" : "other";
}
