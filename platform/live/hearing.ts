import { setTimeout as wait } from "node:timers/promises";

/** Who was heard so lately is still there. */
const SURE_MS = 2_000;
/** Who was not heard for so long is asked, when somebody wants to know. */
const ASK_AFTER_MS = 1_000;
/** Who answers later than this was not there meanwhile: what it told in that time came late. */
const LATE_MS = 500;
/** Nobody waits for an answer any more so long after it was asked for: it usually takes a millisecond. */
const PATIENCE_MS = 100;

/** Whether one connection hears everything at once: it may be frozen, or cut without a word. */
export type Hearing = {
  /** A connection listens now; `ask` resolves when the other side has answered, after all that it said before. Where it rejects the connection is given up. */
  begin(ask: () => Promise<unknown>): void;
  end(): void;
  /** Since when everything was heard at once, without a gap; null while that is not sure. It asks when nobody has for a while. */
  since(): number | null;
  /** The same, but where nothing was heard for long because nobody said anything, it waits for the answer, if that comes soon. */
  againSince(): Promise<number | null>;
};

type Asking = { at: number; answered: Promise<void> };
type Connection = { ask: () => Promise<unknown>; since: number; heardAt: number; asking: Asking | null };

/** Hears nothing yet. `now` in ms, by a clock that nobody sets. */
export function openHearing(now: () => number = () => performance.now()): Hearing {
  let current: Connection | null = null;

  function askNow(connection: Connection): void {
    const at = now();
    connection.asking = { at, answered: hear(connection, at).catch(() => {}) };
  }

  /** Where it rejects, the connection is given up, and not asked again. */
  async function hear(connection: Connection, askedAt: number): Promise<void> {
    await connection.ask();
    connection.asking = null;
    const at = now();
    if (at - askedAt > LATE_MS) connection.since = at;
    connection.heardAt = at;
  }

  function since(): number | null {
    if (!current) return null;
    const silentMs = now() - current.heardAt;
    if (silentMs > ASK_AFTER_MS && !current.asking) askNow(current);
    return silentMs > SURE_MS ? null : current.since;
  }

  return {
    begin(ask) {
      current = { ask, since: now(), heardAt: now(), asking: null };
    },
    end() {
      current = null;
    },
    since,
    async againSince() {
      const known = since();
      const asking = current?.asking;
      if (known !== null || !asking) return known;
      const patienceMs = asking.at + PATIENCE_MS - now();
      if (patienceMs > 0) await Promise.race([asking.answered, wait(patienceMs, undefined, { ref: false })]);
      return since();
    },
  };
}
