import { stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import { type CachedValue, cacheValue } from "#platform/live/cached-value.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { requireRight } from "#shop/rights.ts";
import type { BackupPlace } from "./backup-place.server.ts";
import type { BackupState } from "./backup-warning.ts";
import { BACKUP_FORGOTTEN_AFTER_MS, MACHINE_REPLACED_AFTER_MS } from "./constants.ts";
import { newestOf } from "./stored-backups.ts";

const TOPIC = "backups";

/** A per-process cache of the states of the automatic backups; none if no machine makes any. */
export type BackupsCache = CachedValue<BackupState[]>;

/**
 * The machine whose backups are looked at, and whether it is the only one of its shop. `dataDir` is
 * null if the shop's data are on another machine.
 */
type BackupMachine = { machine: string; isOnly: boolean; dataDir: string | null };

/** Creates the cache, which is invalidated whenever any machine has looked at its backups. */
export function openBackups({ db, live, now }: Pick<Services, "db" | "live" | "now">): BackupsCache {
  return cacheValue(live, TOPIC, () => findBackupStates(db, now()));
}

/**
 * The states of the automatic backups, the same on every machine; none if they are not set up. For
 * owners.
 */
export async function readBackupStates({ backups }: Pick<Services, "backups">, actor: Actor): Promise<BackupState[]> {
  requireRight(actor, "own-shop");
  return backups.read();
}

/**
 * Reads the state of each place, and whether the owner was told that backups there fail. The newest
 * good backup counts, also if another machine makes none or fails. A container has another name each
 * time it is made: one that no longer looks was replaced by the one with the same port and folder.
 */
export async function findBackupStates(db: Pick<Tx, "execute">, now: Date): Promise<(BackupState & { isTold: boolean })[]> {
  const since = new Date(now.getTime() - BACKUP_FORGOTTEN_AFTER_MS).toISOString();
  const { rows } = await db.execute<StoredState>(sql`with states as (
      select *, substr(machine, strpos(machine, ':')) as shop, bool_or(told_at is not null) over (partition by place) as "isTold"
      from backup_states where seen_at > ${since}::timestamptz
    )
    select distinct on (place) place, last_good_at as "lastGoodAt", failed_at as "failedAt", is_on_same_disk as "isOnSameDisk",
      rows_ms as "rowsMs", "isTold"
    from states s where not exists (
      select from states other where other.machine <> s.machine and other.shop = s.shop
        and other.seen_at > s.seen_at + ${MACHINE_REPLACED_AFTER_MS} * interval '1 ms'
    ) order by place desc, last_good_at desc nulls last, failed_at is not null, is_on_same_disk, seen_at desc`);
  return rows.map(({ lastGoodAt, failedAt, ...state }) => ({ ...state, lastGoodAt: timeOf(lastGoodAt), failedAt: timeOf(failedAt) }));
}

/** Times come as text. */
type StoredState = Omit<BackupState, "lastGoodAt" | "failedAt"> & { lastGoodAt: string | null; failedAt: string | null; isTold: boolean };

function timeOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

/** How long the rows took when this machine backed them up there last; null if that is not known. */
export async function readRowsMs(
  { db }: Pick<Services, "db">,
  { machine, place }: Pick<BackupMachine, "machine"> & { place: Pick<BackupPlace, "kind"> },
): Promise<number | null> {
  const { rows } = await db.$client.query<{ ms: number | null }>(
    "select rows_ms as ms from backup_states where machine = $1 and place = $2",
    [machine, place.kind],
  );
  return rows[0]?.ms ?? null;
}

/**
 * Looks at the automatic backups that this machine makes in a place and stores their state for every
 * machine. An unreadable folder counts as empty; of a bucket that is away the last state is kept.
 * `rowsMs` is null if no backup was due.
 */
export async function recordBackups(
  { db, now, backups }: Pick<Services, "db" | "now" | "backups">,
  { machine, isOnly, dataDir, place }: BackupMachine & { place: Pick<BackupPlace, "kind" | "dir" | "list"> },
  { hasFailed, rowsMs }: { hasFailed: boolean; rowsMs: number | null },
): Promise<void> {
  const stored = await place.list().catch(() => (place.kind === "folder" ? [] : null));
  const lastGoodAt = newestOf(stored ?? [], now())?.at.toISOString() ?? null;
  const isOnSameDisk = place.dir !== null && (await areOnOneDisk(place.dir, dataDir));
  const at = now().toISOString();
  await inTransaction(db, async (tx) => {
    if (isOnly) await tx.execute(sql`delete from backup_states where machine <> ${machine}`);
    await tx.execute(sql`insert into backup_states (machine, place, last_good_at, failed_at, is_on_same_disk, rows_ms, seen_at)
      values (${machine}, ${place.kind}, ${lastGoodAt}::timestamptz, ${hasFailed ? at : null}::timestamptz, ${isOnSameDisk}, ${rowsMs}, ${at}::timestamptz)
      on conflict (machine, place) do update set last_good_at = case when ${stored === null} then backup_states.last_good_at else excluded.last_good_at end, failed_at = excluded.failed_at,
        is_on_same_disk = excluded.is_on_same_disk, rows_ms = coalesce(excluded.rows_ms, backup_states.rows_ms), seen_at = excluded.seen_at`);
    await announce(tx, TOPIC);
  });
  backups.forget();
}

/** Forgets the backups that a machine no longer makes: those in other places than these. */
export async function forgetBackups(
  { db, backups }: Pick<Services, "db" | "backups">,
  { machine, isOnly }: Pick<BackupMachine, "machine" | "isOnly">,
  places: readonly Pick<BackupPlace, "kind">[],
): Promise<void> {
  const stays = sql.param(places.map(({ kind }) => kind));
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`delete from backup_states where (${isOnly} or machine = ${machine}) and place <> all(${stays}::text[])`);
    await announce(tx, TOPIC);
  });
  backups.forget();
}

async function areOnOneDisk(dir: string, dataDir: string | null): Promise<boolean> {
  const places = dataDir === null ? [] : [dataDir, join(dataDir, "database")];
  const [disk, ...data] = await Promise.all([dir, ...places].map(diskOf));
  return disk !== null && disk !== undefined && data.includes(disk);
}

async function diskOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ dev }) => dev,
    () => null,
  );
}
