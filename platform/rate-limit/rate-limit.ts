/** The largest difference between the clocks of two servers. */
export const CLOCKS_APART_MS = 10_000;

/**
 * Whether a window that ends at `endsAt` is over: its time is up, or the clock was set back since
 * it began, because no window ends later than one that begins now.
 */
export function isOver(endsAt: number, windowMs: number, now: number): boolean {
  return endsAt <= now || endsAt > now + windowMs + CLOCKS_APART_MS;
}

/** Counts the recent attempts of each `who`. */
export type RateLimits = {
  of(who: string): number;
  /** Adds or takes back one attempt. */
  count(who: string, attempts: 1 | -1): void;
};

/**
 * The clients that this process knows to be over a limit, and until when (ms since 1970). An entry
 * counts only while the limit is the same.
 */
export type KnownWaits = Map<string, { most: number; endsAt: number }>;

const KEYS_MAX = 20_000;

/** Counts attempts within `windowMs` from the first, in this process's memory. */
export function openRateLimits(now: () => Date, windowMs: number): RateLimits {
  const counts = new Map<string, { attempts: number; endsAt: number }>();

  const lately = (who: string) => {
    const known = counts.get(who);
    return known && !isOver(known.endsAt, windowMs, now().getTime()) ? known : { attempts: 0, endsAt: now().getTime() + windowMs };
  };

  return {
    of: (who) => lately(who).attempts,
    count(who, more) {
      if (counts.size > KEYS_MAX) counts.clear();
      const { attempts, endsAt } = lately(who);
      counts.set(who, { attempts: Math.max(0, attempts + more), endsAt });
    },
  };
}
