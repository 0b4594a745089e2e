/** How far the clocks of two servers may be apart. */
export const CLOCKS_APART_MS = 10_000;

/** Whether a window is over that ends then: its time is up, or the clock was set back since it began, for none ends later than one that begins now. */
export function isOver(endsAt: number, windowMs: number, now: number): boolean {
  return endsAt <= now || endsAt > now + windowMs + CLOCKS_APART_MS;
}

/** How often who tried something lately. */
export type Tries = {
  of(who: string): number;
  /** Counts one try more, or takes one back. */
  count(who: string, tries: 1 | -1): void;
};

/** Tries of one kind, kept for as long as the process has that database: for what is no part of anything that is opened once. */
export function triesPer(windowMs: number): (services: { db: object; now: () => Date }) => Tries {
  const known = new WeakMap<object, Tries>();
  return ({ db, now }) => {
    const tries = known.get(db) ?? openTries(now, windowMs);
    known.set(db, tries);
    return tries;
  };
}

const KEYS_MAX = 20_000;

/** Tries within `windowMs` from the first, kept in this process. */
export function openTries(now: () => Date, windowMs: number): Tries {
  const counts = new Map<string, { tries: number; endsAt: number }>();

  const lately = (who: string) => {
    const known = counts.get(who);
    return known && !isOver(known.endsAt, windowMs, now().getTime()) ? known : { tries: 0, endsAt: now().getTime() + windowMs };
  };

  return {
    of: (who) => lately(who).tries,
    count(who, more) {
      if (counts.size > KEYS_MAX) counts.clear();
      const { tries, endsAt } = lately(who);
      counts.set(who, { tries: Math.max(0, tries + more), endsAt });
    },
  };
}
