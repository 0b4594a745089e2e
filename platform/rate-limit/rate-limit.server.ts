import { isAway } from "./database/is-unreachable.ts";
import type { Services } from "./provides.ts";
import { CLOCKS_APART_MS, isOver } from "./tries.ts";

/** How often somebody may try something within a window from the first try on. `who` names what and who; only its keyed fingerprint is kept. `most` 0: no limit. */
export type Limit = { who: string; most: number; windowMs: number };

/** What counts tries in PostgreSQL, for all processes together. */
export type TriesNeeds = Pick<Services, "db" | "vault" | "now">;

/**
 * Counts a try for each limit and returns null when it may go on, else how long to wait, in ms. Who has to wait costs the database nothing more until then.
 * While the database is away nobody has to wait for it here: what was tried then fails by itself. One that cannot count, but could answer, lets nobody try.
 */
export async function countTries(services: TriesNeeds, limits: Limit[]): Promise<number | null> {
  const waiting = knownWait(services, limits);
  const counted = limits.filter(({ most }) => most > 0);
  if (waiting !== null || counted.length === 0) return waiting;
  try {
    const { rows } = await services.db.$client.query<CountedTries>(countingTries(services, counted));
    return waitOf(services, counted, rows);
  } catch (error) {
    if (isAway(error)) return null;
    throw error;
  }
}

/** Takes a try back that turned out to be right, or came to nothing. */
export async function takeBackTries(services: TriesNeeds, limits: Limit[]): Promise<void> {
  const counted = limits.filter(({ most }) => most > 0);
  if (counted.length === 0) return;
  const values = [counted.map((limit) => fingerprintOf(services, limit)), services.now()];
  await services.db.$client.query({ ...takingBack, values }).catch((error) => {
    if (!isAway(error)) throw error;
  });
}

/** What the database says of one limit; `who` is its fingerprint. */
export type CountedTries = { who: Buffer; count: number; endsAt: Date };

/** The statement that counts a try for limits that have a number, to be sent along with others. It must not stand in a transaction that may be rolled back. */
export function countingTries(services: TriesNeeds, limits: Limit[]): { name: string; text: string; values: unknown[] } {
  const values = [limits.map((limit) => fingerprintOf(services, limit)), limits.map(({ windowMs }) => windowMs), services.now()];
  return { ...counting, values };
}

/** How long the asker has to wait by what was counted; null: not at all. A later try that was one too many takes nothing from this one. */
export function waitOf(services: TriesNeeds, limits: Limit[], rows: CountedTries[]): number | null {
  return waitsOf(services, [limits], rows)[0] ?? null;
}

/** The same of several askers whose tries were counted by one statement, in the order in which they came: each has made the count one higher. */
export function waitsOf(services: TriesNeeds, askers: Limit[][], rows: CountedTries[]): (number | null)[] {
  const counts = new Map(rows.map((row) => [row.who.toString("hex"), { ...row }]));
  const waits = askers.toReversed().map((limits) => {
    let longest = 0;
    for (const limit of limits) {
      const found = counts.get(fingerprintOf(services, limit).toString("hex"));
      if (!found) continue;
      found.count -= 1;
      if (found.count < limit.most) continue;
      noteWait(services, limit, found.endsAt.getTime());
      longest = Math.max(longest, leftOf(found.endsAt.getTime(), limit, services.now().getTime()));
    }
    return longest > 0 ? longest : null;
  });
  return waits.toReversed();
}

/** How long the asker has to wait by what this process knows already; null: as far as it knows, not at all. */
export function knownWait({ db, now }: Pick<TriesNeeds, "db" | "now">, limits: Limit[]): number | null {
  const known = waits.get(db);
  const at = now().getTime();
  const left = limits.map((limit) => {
    const wait = known?.get(limit.who);
    return wait && wait.most === limit.most ? leftOf(wait.endsAt, limit, at) : 0;
  });
  const longest = Math.max(0, ...left);
  return longest > 0 ? longest : null;
}

/** How much of a window is left; a clock that was set back must not make it longer than it ever was. */
function leftOf(endsAt: number, { windowMs }: Limit, now: number): number {
  return isOver(endsAt, windowMs, now) ? 0 : Math.min(endsAt - now, windowMs);
}

/** Removes what is over. Returns how many. */
export async function sweepTries({ db, now }: Pick<TriesNeeds, "db" | "now">): Promise<number> {
  const { rowCount } = await db.$client.query(
    `delete from tries where who in (select who from tries where ends_at < $1 order by ends_at limit ${SWEPT_AT_ONCE} for update skip locked)`,
    [now()],
  );
  return rowCount ?? 0;
}

const SWEPT_AT_ONCE = 50_000;
const WAITS_KEPT_MAX = 20_000;

/** Who has to wait, by another number than the one now set no more. */
const waits = new WeakMap<object, Map<string, { most: number; endsAt: number }>>();

function noteWait({ db }: Pick<TriesNeeds, "db">, { who, most }: Limit, endsAt: number): void {
  const known = waits.get(db) ?? new Map();
  if (known.size >= WAITS_KEPT_MAX) known.clear();
  known.set(who, { most, endsAt });
  waits.set(db, known);
}

function fingerprintOf({ vault }: Pick<TriesNeeds, "vault">, { who }: Limit): Buffer {
  return vault.fingerprint(`try\n${who}`).subarray(0, FINGERPRINT_BYTES);
}

const FINGERPRINT_BYTES = 16;

const isGoingOn = `known.ends_at > $3::timestamptz and known.ends_at <= excluded.ends_at + ${CLOCKS_APART_MS} * interval '1 millisecond'`;

/**
 * A window that ends later than one which begins now began before the clock was set back: it is over, as `isOver` has it. Rows are locked in the order of
 * their keys, so that two askers with several limits never wait for each other. $1 who $2 windows in ms $3 now
 */
const counting = {
  name: "count-tries",
  text: `insert into tries as known (who, count, ends_at)
select who, count(*), $3::timestamptz + max(ms) * interval '1 millisecond' from unnest($1::bytea[], $2::float8[]) as tried (who, ms) group by who order by who
on conflict (who) do update set
  count = case when ${isGoingOn} then known.count + excluded.count else excluded.count end,
  ends_at = case when ${isGoingOn} then known.ends_at else excluded.ends_at end
returning who, count, ends_at as "endsAt"`,
};

/** $1 who $2 now */
const takingBack = {
  name: "take-back-tries",
  text: `update tries set count = count - 1 where who in
  (select who from tries where who = any($1::bytea[]) and count > 0 and ends_at > $2::timestamptz order by who for update)`,
};
