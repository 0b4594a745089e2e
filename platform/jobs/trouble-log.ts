import type { Log } from "../log.server.ts";

const FIRST_GAP_MS = 60_000;
const LONGEST_GAP_MS = 30 * 60_000;

/**
 * Says how often a trouble of this name was left out since it was last logged, or null if it is to
 * be left out now: one that is met again every few seconds is logged the first time, and then at
 * most after 1, 2, 4 … 30 minutes.
 */
export function openGaps(now: () => number = Date.now): (name: string) => number | null {
  const known = new Map<string, { nextAt: number; gapMs: number; leftOut: number }>();
  return (name) => {
    const at = now();
    const before = known.get(name);
    if (before && at < before.nextAt) {
      before.leftOut += 1;
      return null;
    }
    const isNew = !before || at > before.nextAt + LONGEST_GAP_MS;
    const gapMs = isNew ? FIRST_GAP_MS : Math.min(2 * before.gapMs, LONGEST_GAP_MS);
    known.set(name, { nextAt: at + gapMs, gapMs, leftOut: 0 });
    return before?.leftOut ?? 0;
  };
}

/** Logs failures that are tried again every few seconds, each event and error code with gaps. */
export function openTroubleLog(log: Pick<Log, "error">, now?: () => number): (event: string, error: unknown) => void {
  const gaps = openGaps(now);
  return (event, error) => {
    const leftOut = gaps(`${event} ${error instanceof Error && "code" in error ? error.code : ""}`);
    if (leftOut !== null) log.error(event, error, leftOut > 0 ? { leftOut } : {});
  };
}
