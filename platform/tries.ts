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
    return known && known.endsAt > now().getTime() ? known : { tries: 0, endsAt: now().getTime() + windowMs };
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
