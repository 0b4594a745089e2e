/** Who was heard so lately is still there. */
const SURE_MS = 2_000;
/** Who was not heard for so long is asked, when somebody wants to know. */
const ASK_AFTER_MS = 1_000;
/** Who answers later than this was not there meanwhile: what it told in that time came late. */
const LATE_MS = 500;

/** Whether one connection hears everything at once: it may be frozen, or cut without a word. */
export type Hearing = {
  /** A connection listens now; `ask` resolves when the other side has answered, after all that it said before. Where it rejects the connection is given up. */
  begin(ask: () => Promise<unknown>): void;
  end(): void;
  /** Since when everything was heard at once, without a gap; null while that is not sure. It asks when nobody has for a while. */
  since(): number | null;
};

/** Hears nothing yet. `now` in ms, by a clock that nobody sets. */
export function openHearing(now: () => number = () => performance.now()): Hearing {
  let current: { ask: () => Promise<unknown>; since: number; heardAt: number; isAsking: boolean } | null = null;

  async function askNow(connection: NonNullable<typeof current>): Promise<void> {
    connection.isAsking = true;
    const askedAt = now();
    try {
      await connection.ask();
    } catch {
      return;
    }
    connection.isAsking = false;
    const at = now();
    if (at - askedAt > LATE_MS) connection.since = at;
    connection.heardAt = at;
  }

  return {
    begin(ask) {
      current = { ask, since: now(), heardAt: now(), isAsking: false };
    },
    end() {
      current = null;
    },
    since() {
      if (!current) return null;
      const silentMs = now() - current.heardAt;
      if (silentMs > ASK_AFTER_MS && !current.isAsking) void askNow(current);
      return silentMs > SURE_MS ? null : current.since;
    },
  };
}
