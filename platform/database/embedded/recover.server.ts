import { existsSync } from "node:fs";
import { mkdir, open, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { withClient } from "../with-client.server.ts";
import { type BaseEntry, CLUSTER } from "./base-copy.server.ts";
import { passwordFile, ROLE, removeFolder, unfinishedIn, urlOf } from "./cluster.server.ts";
import { chooseLocation, type DatabaseLocation, prepareLocation, requireRunning } from "./embedded-location.server.ts";
import { FolderTaken, lockFolder } from "./folder-lock.server.ts";
import { openSocketFolder, startPostgres } from "./postgres-process.server.ts";
import { giveTo } from "./system-user.server.ts";
import { restoredWalFolder, WAL_SEGMENT_BYTES, walFolder } from "./wal-folder.server.ts";

/** A database that is recovered from a copy and the log (WAL) that goes on from there. */
type Recovery<T> = {
  /** Passes each file of the copy to `store`. */
  readBase(store: (entry: Pick<BaseEntry, "path"> & { content: AsyncIterable<Buffer> | null }) => Promise<void>): Promise<void>;
  /** Passes each segment of the log to `store`. */
  readSegments(store: (name: string, bytes: Buffer) => Promise<void>): Promise<void>;
  /** What was committed later is left out; null takes all that the log has. */
  until: Date | null;
  /** Works on the recovered database before it is put in its place. */
  finish(url: string, end: RecoveryEnd): Promise<T>;
};

/**
 * The time of the last commit, null if the log had none after the copy, and whether the log ended
 * before the wanted time.
 */
type RecoveryEnd = { lastCommitAt: Date | null; isShort: boolean };

/** What PostgreSQL says when the log ends before the time that it should reach. */
const TARGET_NOT_REACHED = "recovery ended before configured recovery target was reached";

/**
 * Recovers the built-in database of a data folder that has none, as a new timeline. All or nothing:
 * it gets its name at the end. Returns what `finish` does. Throws `FolderTaken` if there is a
 * database or a shop is running.
 */
export async function recoverEmbedded<T>(dataDir: string, recovery: Recovery<T>, say: (line: string) => void): Promise<T> {
  const location = await chooseLocation(dataDir, say);
  const lock = lockFolder(location.home);
  if (!lock || existsSync(location.database)) {
    lock?.release();
    throw new FolderTaken(
      `There is a shop in the data folder ${dataDir} already. A backup is restored into an empty place only, for example: DATA_DIR=./restored npm run shop -- restore. Nothing was changed.`,
    );
  }
  const segments = restoredWalFolder(location);
  const leftovers = [unfinishedIn(location), segments];
  try {
    await prepareLocation(location, say);
    requireRunning(location);
    // What waits there is of another database.
    await removeFolder(walFolder(location));
    for (const folder of leftovers) {
      await removeFolder(folder);
      await mkdir(folder, { mode: 0o700 });
    }
    await recovery.readBase((entry) => storeEntry(location, entry));
    await recovery.readSegments((name, bytes) => storeSegment(join(segments, name), bytes));
    await writeFile(join(unfinishedIn(location), "recovery.signal"), "", { mode: 0o600 });
    if (location.account) for (const folder of leftovers) giveTo(location.account, folder);
    const finished = await recover(location, recovery, say);
    await rename(unfinishedIn(location), location.database);
    return finished;
  } finally {
    for (const folder of leftovers) await removeFolder(folder);
    lock.release();
  }
}

async function storeEntry(
  location: DatabaseLocation,
  { path, content }: { path: string; content: AsyncIterable<Buffer> | null },
): Promise<void> {
  const isOfCluster = path === CLUSTER || path.startsWith(`${CLUSTER}/`);
  const target = isOfCluster ? join(unfinishedIn(location), path.slice(CLUSTER.length)) : join(location.home, path);
  const root = isOfCluster ? unfinishedIn(location) : location.home;
  if (target !== root && !target.startsWith(`${root}/`)) throw new Error("a file of the copy has no place in the data folder");
  if (content === null) return void (await mkdir(target, { recursive: true, mode: 0o700 }));
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const file = await open(target, "w", 0o600);
  try {
    for await (const block of content) await file.writeFile(block);
  } finally {
    await file.close();
  }
}

/** A segment that was finished early ends in zeros. They take no room on the disk. */
async function storeSegment(target: string, bytes: Buffer): Promise<void> {
  if (bytes.length !== WAL_SEGMENT_BYTES) throw new Error("a segment of the log is not whole");
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  const file = await open(target, "w", 0o600);
  try {
    await file.writeFile(bytes.subarray(0, end));
    await file.truncate(bytes.length);
  } finally {
    await file.close();
  }
}

/** Replays the log, and ends in a database that can be written. */
async function recover<T>(location: DatabaseLocation, { until, finish }: Recovery<T>, say: (line: string) => void): Promise<T> {
  const socketFolder = await openSocketFolder(location);
  const start = (until: Date | null) =>
    startPostgres({ ...location, database: unfinishedIn(location) }, socketFolder, recovering(until), say);
  const saidBefore = await wordsOf(location);
  try {
    let isShort = false;
    const postgres = await start(until).catch(async (error) => {
      const said = (await wordsOf(location)).slice(saidBefore.length);
      if (until === null || !said.includes(TARGET_NOT_REACHED)) throw error;
      isShort = true;
      return start(null);
    });
    try {
      const url = urlOf(ROLE, await readFile(passwordFile(location), "utf8"), socketFolder);
      const at = await withClient(url, (client) => client.query<{ at: Date | null }>("select pg_last_xact_replay_timestamp() as at"));
      return await finish(url, { lastCommitAt: at.rows[0]?.at ?? null, isShort });
    } finally {
      await postgres.stop();
    }
  } finally {
    await removeFolder(socketFolder);
  }
}

function recovering(until: Date | null): Record<string, string> {
  return {
    restore_command: "test -f ../wal-in/%f && cp ../wal-in/%f %p",
    recovery_target_timeline: "current",
    hot_standby: "off",
    // PostgreSQL knows no `Z` yet when it reads its settings.
    ...(until && { recovery_target_time: until.toISOString().replace("Z", "+00"), recovery_target_action: "promote" }),
  };
}

async function wordsOf({ home }: DatabaseLocation): Promise<string> {
  return readFile(join(home, "database.log"), "utf8").catch(() => "");
}
