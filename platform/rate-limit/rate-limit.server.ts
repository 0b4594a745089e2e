import { isAway, isTimeout } from "../database/is-unreachable.ts";
import type { Services } from "../provides.ts";
import { CLOCKS_APART_MS, isOver } from "./rate-limit.ts";

/**
 * How often something may be attempted within a window that begins with the first attempt. `who`
 * names what and by whom; only its keyed fingerprint is stored. `most` 0: no limit.
 */
type Limit = { who: string; most: number; windowMs: number };

/** What counting attempts needs; the counts are in PostgreSQL, for all processes together. */
export type RateLimitNeeds = Pick<Services, "db" | "vault" | "now" | "waits">;

/**
 * Counts an attempt for each limit. Returns null if it is allowed, else how long to wait in ms. A
 * client that has to wait costs the database nothing until its wait is over. While the database is
 * unreachable, nothing is refused here, because the attempt itself then fails. If the database
 * answers but cannot count, or times out, this throws and the attempt is not made.
 */
export async function countAttempts(services: RateLimitNeeds, limits: Limit[]): Promise<number | null> {
  const [wait = null] = await countAttemptsOfAll(services, [limits]);
  return wait;
}

/** The same for several clients, each with limits of its own, in one statement. */
export async function countAttemptsOfAll(services: RateLimitNeeds, clients: Limit[][]): Promise<(number | null)[]> {
  const known = clients.map((limits) => knownWait(services, limits));
  const counted = clients.map((limits, at) => (known[at] === null ? limits.filter(({ most }) => most > 0) : []));
  if (counted.every((limits) => limits.length === 0)) return known;
  try {
    const { rows } = await services.db.$client.query<CountedAttempts>(countingAttempts(services, counted.flat()));
    const waits = waitsOf(services, counted, rows);
    return known.map((wait, at) => wait ?? waits[at] ?? null);
  } catch (error) {
    if (isAway(error) && !isTimeout(error)) return known;
    throw error;
  }
}

/** Takes back an attempt that turned out to be right, or had no effect. */
export async function takeBackAttempts(services: RateLimitNeeds, limits: Limit[]): Promise<void> {
  const counted = limits.filter(({ most }) => most > 0);
  if (counted.length === 0) return;
  const values = [counted.map((limit) => fingerprintOf(services, limit)), services.now()];
  await services.db.$client.query({ ...takingBack, values }).catch((error) => {
    if (!isAway(error)) throw error;
  });
}

/** The stored count of one limit; `who` is its fingerprint. */
export type CountedAttempts = { who: Buffer; count: number; endsAt: Date };

/**
 * The statement that counts an attempt for each limit with a number, to be sent along with others.
 * It must not be part of a transaction that may be rolled back.
 */
export function countingAttempts(services: RateLimitNeeds, limits: Limit[]): { name: string; text: string; values: unknown[] } {
  const values = [limits.map((limit) => fingerprintOf(services, limit)), limits.map(({ windowMs }) => windowMs), services.now()];
  return { ...counting, values };
}

/**
 * How long each of some clients has to wait according to the counts, in ms; null: not at all. Their
 * attempts were counted by one statement, in their order: each increased the count by one. A later
 * refused attempt does not affect an earlier one.
 */
export function waitsOf(services: RateLimitNeeds, clients: Limit[][], rows: CountedAttempts[]): (number | null)[] {
  const counts = new Map(rows.map((row) => [row.who.toString("hex"), { ...row }]));
  const waits = clients.toReversed().map((limits) => {
    let longest = 0;
    for (const limit of limits) {
      const found = counts.get(fingerprintOf(services, limit).toString("hex"));
      if (!found) continue;
      found.count -= 1;
      if (found.count < limit.most) continue;
      setRetryAfter(services, limit, found.endsAt.getTime());
      longest = Math.max(longest, leftOf(found.endsAt.getTime(), limit, services.now().getTime()));
    }
    return longest > 0 ? longest : null;
  });
  return waits.toReversed();
}

/** How long to wait according to what this process already knows; null: not at all. */
export function knownWait({ waits, now }: Pick<RateLimitNeeds, "waits" | "now">, limits: Limit[]): number | null {
  const at = now().getTime();
  const left = limits.map((limit) => {
    const wait = waits.get(limit.who);
    return wait && wait.most === limit.most ? leftOf(wait.endsAt, limit, at) : 0;
  });
  const longest = Math.max(0, ...left);
  return longest > 0 ? longest : null;
}

/** The rest of a window; never longer than the window, even if the clock was set back. */
function leftOf(endsAt: number, { windowMs }: Limit, now: number): number {
  return isOver(endsAt, windowMs, now) ? 0 : Math.min(endsAt - now, windowMs);
}

/** Removes expired counts. Returns how many. */
export async function sweepRateLimits({ db, now }: Pick<RateLimitNeeds, "db" | "now">): Promise<number> {
  const { rowCount } = await db.$client.query(
    `delete from rate_limits where who in (select who from rate_limits where ends_at < $1 order by ends_at limit ${SWEPT_AT_ONCE} for update skip locked)`,
    [now()],
  );
  return rowCount ?? 0;
}

const SWEPT_AT_ONCE = 50_000;
const WAITS_CACHED_MAX = 20_000;

function setRetryAfter({ waits }: Pick<RateLimitNeeds, "waits">, { who, most }: Limit, endsAt: number): void {
  if (waits.size >= WAITS_CACHED_MAX) waits.clear();
  waits.set(who, { most, endsAt });
}

function fingerprintOf({ vault }: Pick<RateLimitNeeds, "vault">, { who }: Limit): Buffer {
  return vault.fingerprint(`try\n${who}`).subarray(0, FINGERPRINT_BYTES);
}

const FINGERPRINT_BYTES = 16;

const isGoingOn = `known.ends_at > $3::timestamptz and known.ends_at <= excluded.ends_at + ${CLOCKS_APART_MS} * interval '1 millisecond'`;

/**
 * A window that ends later than one that begins now began before the clock was set back: it is
 * over, as in `isOver`. Rows are locked in the order of their keys, so that two clients with
 * several limits never deadlock.
 * $1 who $2 windows in ms $3 now
 */
const counting = {
  name: "count-attempts",
  text: `insert into rate_limits as known (who, count, ends_at)
select who, count(*), $3::timestamptz + max(ms) * interval '1 millisecond' from unnest($1::bytea[], $2::float8[]) as attempts (who, ms) group by who order by who
on conflict (who) do update set
  count = case when ${isGoingOn} then known.count + excluded.count else excluded.count end,
  ends_at = case when ${isGoingOn} then known.ends_at else excluded.ends_at end
returning who, count, ends_at as "endsAt"`,
};

/** $1 who $2 now */
const takingBack = {
  name: "take-back-attempts",
  text: `update rate_limits set count = count - 1 where who in
  (select who from rate_limits where who = any($1::bytea[]) and count > 0 and ends_at > $2::timestamptz order by who for update)`,
};
