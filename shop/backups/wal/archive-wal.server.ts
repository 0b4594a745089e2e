import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { WAL_WAITING_MAX } from "#platform/database/embedded/wal-folder.server.ts";
import type { Services } from "#platform/provides.ts";
import type { BackupPlace } from "../backup-place.server.ts";
import { BASE_PAUSE_MS, WAL_FAILS_AFTER_MS, WAL_PAUSE_MS } from "./constants.ts";
import { isSegment } from "./stored-wal.ts";
import { type ArchivedShop, openWalPlace, type WalPlace } from "./wal-place.server.ts";

type Kind = BackupPlace["kind"];

/** The archive of the built-in database's log (WAL) in all places of the backups. */
export type WalArchive = {
  /** Stores the segments that PostgreSQL has finished, in each of these places. */
  ship(services: Pick<Services, "db">, kinds: readonly Kind[], signal?: AbortSignal): Promise<void>;
  /** Copies the whole database to each of these places where that is due. Returns how many copies were made. */
  backUpBases(kinds: readonly Kind[], signal?: AbortSignal): Promise<number>;
  /** Whether segments could not be stored there for some time, or the newest copy failed. */
  isFailing(kind: Kind): boolean;
};

/** What became of the newest tries in a place. */
type Tries = { failedSinceMs: number | null; isBaseFailed: boolean; pausedUntilMs: number; basePausedUntilMs: number };

/** Opens the archive. Only the process that started PostgreSQL may. */
export function openWalArchive(shop: ArchivedShop, places: readonly Pick<BackupPlace, "kind" | "wal">[]): WalArchive {
  const opened = places.map((place) => ({ place: openWalPlace(shop, place), tries: noTries() }));
  const { folder } = shop.wal;
  const openedAt = shop.now();
  let newest = "";
  let copyFails = false;

  return {
    async ship({ db }, kinds, signal) {
      const { rows } = await db.$client.query<{ name: string }>(
        "select last_archived_wal as name from pg_stat_archiver where last_archived_time > $1",
        [openedAt],
      );
      const names = await readFolder(folder).catch((error) => {
        copyFails = true;
        throw error;
      });
      const used = opened.filter(({ place }) => kinds.includes(place.kind));
      const results = await Promise.allSettled(used.map(({ place, tries }) => shipTo(place, tries, names, signal)));
      const isEverywhere = used.length > 0 && results.every((result) => result.status === "fulfilled" && result.value);
      for (const name of isEverywhere ? names : []) await rm(join(folder, name), { force: true });
      await requireCopies(rows[0]?.name, names);
      for (const result of results) if (result.status === "rejected") throw result.reason;
    },
    async backUpBases(kinds, signal) {
      const due = opened.filter(({ place, tries }) => kinds.includes(place.kind) && performance.now() >= tries.basePausedUntilMs);
      const results = await Promise.allSettled(due.map(({ place, tries }) => backUpTo(place, tries, signal)));
      for (const result of results) if (result.status === "rejected") throw result.reason;
      return results.filter((result) => result.status === "fulfilled" && result.value).length;
    },
    isFailing(kind) {
      const found = opened.find(({ place }) => place.kind === kind)?.tries;
      if (found === undefined) return false;
      const isLate = found.failedSinceMs !== null && performance.now() - found.failedSinceMs >= WAL_FAILS_AFTER_MS;
      return copyFails || isLate || found.isBaseFailed;
    },
  };

  /**
   * PostgreSQL goes on when a segment cannot be copied into the folder or too many wait: then none
   * that is as new has come. `name` may be older than what is there, because PostgreSQL says later
   * what it copied.
   */
  async function requireCopies(name: string | undefined, names: readonly string[]): Promise<void> {
    newest = [newest, ...names].reduce((one, other) => (one > other ? one : other));
    copyFails = name !== undefined && isSegment(name) && name > newest;
    if (copyFails)
      throw new Error(`PostgreSQL could not copy its log to ${folder}, where ${names.length} segments wait (${WAL_WAITING_MAX} at most)`);
  }
}

function noTries(): Tries {
  return { failedSinceMs: null, isBaseFailed: false, pausedUntilMs: 0, basePausedUntilMs: 0 };
}

/** After a failure the segments wait a little. Returns whether all are stored. */
async function shipTo(place: WalPlace, tries: Tries, names: readonly string[], signal?: AbortSignal): Promise<boolean> {
  if (performance.now() < tries.pausedUntilMs) return false;
  try {
    await place.ship(names, signal);
    tries.failedSinceMs = null;
    return true;
  } catch (error) {
    tries.failedSinceMs ??= performance.now();
    tries.pausedUntilMs = performance.now() + WAL_PAUSE_MS;
    throw error;
  }
}

async function backUpTo(place: WalPlace, tries: Tries, signal?: AbortSignal): Promise<boolean> {
  const beganMs = performance.now();
  try {
    const isMade = await place.backUpBase(signal);
    tries.isBaseFailed = false;
    return isMade;
  } catch (error) {
    const endedMs = performance.now();
    tries.isBaseFailed = !signal?.aborted;
    tries.basePausedUntilMs = endedMs + Math.max(BASE_PAUSE_MS, endedMs - beganMs);
    throw error;
  }
}

/** The segments in the folder, in order. Other files of PostgreSQL's archive are of no use here. */
async function readFolder(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  for (const name of names)
    if (/^[0-9A-F]{8}/.test(name) && !isSegment(name) && !name.endsWith(".unfinished")) await rm(join(folder, name), { force: true });
  return names.filter(isSegment).sort();
}
