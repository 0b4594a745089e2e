import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chown, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { refuseBeforeTheLine } from "../refuse-before-the-line.server.ts";
import { withClient } from "../with-client.server.ts";
import {
  createDatabase,
  emptyMarker,
  PORT_OF_COPY,
  passwordFile,
  ROLE,
  removeFolder,
  shopPasswordFile,
  unfinishedIn,
  urlOf,
} from "./cluster.server.ts";
import { bringPrograms, completed, copyShop, earlierPostgres, finishReplacing, requireRoomForCopy } from "./earlier-postgres.server.ts";
import { chooseLocation, type DatabaseLocation, packagedVersion, prepareLocation, requireRunning } from "./embedded-location.server.ts";
import { type FolderLock, FolderTaken, lockFolder } from "./folder-lock.server.ts";
import { endOrphan, initialise, openSocketFolder, startPostgres } from "./postgres-process.server.ts";
import { SHOP_ROLE } from "./shop-role.server.ts";
import { DiskFull, diskFull, isDiskFull } from "./start-failure.server.ts";
import { ARCHIVING, prepareWalFolder, restoredWalFolder, type WalSource, walFolder } from "./wal-folder.server.ts";

const TRY_AGAIN_MS = 5_000;

/** The running built-in PostgreSQL. */
export type Embedded = {
  /** Where to connect as the owner; only users who may enter the data folder can. */
  url: string;
  /** Where to connect as the shop's role, which owns nothing. */
  shopUrl: string;
  /** Whether the database was created just now. */
  isNew: boolean;
  /** Where its log (WAL) is archived from; null if it is not. */
  wal: WalSource | null;
  /** Records the shop's address, so that a second start can name it. */
  recordAddress(address: string): Promise<void>;
  /** Stops PostgreSQL cleanly and releases the data folder. */
  close(): Promise<void>;
};

type EmbeddedOptions = {
  /** Prints an unusual event for the operator, one line at a time. */
  say?: (line: string) => void;
  /** PostgreSQL settings that override the shop's own; tests switch `fsync` off. */
  settings?: Record<string, string>;
  /**
   * Called when PostgreSQL has been started and is not ready yet, for work that can run beside it.
   */
  whileStarting?: () => void;
  /** Whether to keep trying when the disk is full, instead of throwing. */
  waitsForRoom?: boolean;
  /** Whether its log (WAL) is archived from now on. Without it, it is if it was at the last start. */
  isArchived?: boolean;
};

/**
 * Another process uses the data folder. A command may use its database through `url`, which is null
 * while that process starts.
 */
export class AlreadyRunning extends FolderTaken {
  override name = "AlreadyRunning";
  url: string | null;
  shopUrl: string | null;

  constructor(dataDir: string, running: Running | null, urls: { url: string; shopUrl: string } | null) {
    const where = running?.address ? ` at ${running.address}` : "";
    const who = running ? ` (process ${running.pid})` : "";
    super(
      `The shop is already running${where} on the data folder ${dataDir}${who}. To run another, choose another folder: DATA_DIR=./data2 PORT=3001 npm start`,
    );
    this.url = urls?.url ?? null;
    this.shopUrl = urls?.shopUrl ?? null;
  }
}

type Running = { pid: number; address: string | null; socketFolder: string };

/**
 * Starts the PostgreSQL from the npm packages on the data folder, which is created if missing. One
 * process at a time: the second is refused with `AlreadyRunning`. Stops first what a crash left
 * running.
 */
export async function openEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const say = options.say ?? (() => {});
  const location = await chooseLocation(dataDir, say);
  const lock = lockFolder(location.home);
  if (!lock) throw await alreadyRunning(location);
  try {
    return await untilThereIsRoom(() => startLocked(location, lock, say, options), location, say, options);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Starts again and again until the disk has room, and says so once. */
async function untilThereIsRoom(
  start: () => Promise<Embedded>,
  { home }: DatabaseLocation,
  say: (line: string) => void,
  { waitsForRoom = false }: EmbeddedOptions,
): Promise<Embedded> {
  for (let isSaid = false; ; isSaid = true) {
    try {
      return await start();
    } catch (error) {
      const problem = isDiskFull(error) ? diskFull(home) : error;
      if (!waitsForRoom || !(problem instanceof DiskFull)) throw problem;
      if (!isSaid) say(`${problem.message} The shop keeps trying.`);
      await wait(TRY_AGAIN_MS);
    }
  }
}

async function startLocked(
  location: DatabaseLocation,
  lock: FolderLock,
  say: (line: string) => void,
  { settings = {}, whileStarting, isArchived }: EmbeddedOptions,
): Promise<Embedded> {
  await rm(runningFile(location), { force: true });
  await finishReplacing(location);
  await prepareLocation(location, say);
  await endOrphan(location, say);
  await removeFolder(restoredWalFolder(location));
  await replaceEarlier(location, say, settings);
  const isNew = !existsSync(join(location.database, "PG_VERSION"));
  if (isNew) await create(location);

  const wal = await prepareWalFolder(location, isArchived);
  const socketFolder = await openSocketFolder(location);
  const starting = startPostgres(location, socketFolder, { ...(wal && ARCHIVING), ...settings }, say);
  whileStarting?.();
  const postgres = await starting.catch(async (error) => {
    await removeFolder(socketFolder);
    requireRunning(location);
    throw error;
  });
  const url = urlOf(ROLE, await readFile(passwordFile(location), "utf8"), socketFolder);
  let shopUrl: string;
  const running: Running = { pid: process.pid, address: null, socketFolder };
  try {
    if (existsSync(emptyMarker(location))) await fillCluster(location, url);
    shopUrl = urlOf(SHOP_ROLE, await ensureShopRole(location, url), socketFolder);
    await recordRunning(location, running);
  } catch (error) {
    await postgres.stop();
    await removeFolder(socketFolder);
    throw error;
  }

  return {
    url,
    shopUrl,
    isNew,
    wal: wal === null ? null : { folder: wal, database: location.database },
    recordAddress: (address) => recordRunning(location, { ...running, address }),
    async close() {
      await postgres.stop();
      await rm(runningFile(location), { force: true });
      await removeFolder(socketFolder);
      lock.release();
    },
  };
}

/**
 * Creates a cluster under a temporary name and renames it when complete, so that a half-made
 * cluster is never used.
 */
async function create(location: DatabaseLocation): Promise<void> {
  requireRunning(location);
  await writePassword(location, passwordFile(location));
  const unfinished = await initialiseNew(location);
  await removeFolder(location.database);
  await removeFolder(walFolder(location));
  await writeFile(emptyMarker(location), "");
  await rename(unfinished, location.database);
}

async function initialiseNew(location: DatabaseLocation): Promise<string> {
  const unfinished = unfinishedIn(location);
  await removeFolder(unfinished);
  await initialise(location, { folder: unfinished, role: ROLE, passwordFile: passwordFile(location) });
  return unfinished;
}

/**
 * Replaces a cluster of an earlier PostgreSQL by one of this PostgreSQL with the same rows. The
 * earlier one is only read, and stays beside it under the name of its version.
 */
async function replaceEarlier(location: DatabaseLocation, say: (line: string) => void, settings: Record<string, string>): Promise<void> {
  const version = await earlierPostgres(location, packagedVersion());
  if (version === null) return;
  // What a start left that ended in the middle takes room, too.
  for (const left of [completed(location), unfinishedIn(location)]) await removeFolder(left);
  await requireRoomForCopy(location);
  const binaries = await bringPrograms(location, version, say);
  say(`The data is of PostgreSQL ${version}: it is copied for the newer one. This needs as much room again, and some minutes.`);
  const unfinished = await initialiseNew(location);
  try {
    await copyBetween(location, { binaries, unfinished, settings }, say);
  } catch (error) {
    await removeFolder(unfinished);
    throw error;
  }
  await rename(unfinished, completed(location));
  const usual = `${location.database}-${version}`;
  const aside = existsSync(usual) ? `${usual}-${Date.now()}` : usual;
  await removeFolder(walFolder(location));
  await rename(location.database, aside);
  await finishReplacing(location);
  say(`Every row was copied. The data of before is in ${aside}; remove it when all is well.`);
}

/** Runs both and copies the rows of the earlier cluster into the new one. */
async function copyBetween(
  location: DatabaseLocation,
  { binaries, unfinished, settings }: { binaries: string; unfinished: string; settings: Record<string, string> },
  say: (line: string) => void,
): Promise<void> {
  const socketFolder = await openSocketFolder(location);
  const password = await readFile(passwordFile(location), "utf8");
  const ofNewer = { ...settings, port: String(PORT_OF_COPY) };
  try {
    const earlier = await startPostgres({ ...location, binaries }, socketFolder, settings, say);
    try {
      const newer = await startPostgres({ ...location, database: unfinished }, socketFolder, ofNewer, say);
      try {
        const url = urlOf(ROLE, password, socketFolder, PORT_OF_COPY);
        await createDatabase(url);
        await copyShop(urlOf(ROLE, password, socketFolder), url);
      } finally {
        await newer.stop();
      }
    } finally {
      await earlier.stop();
    }
  } finally {
    await removeFolder(socketFolder);
  }
}

/**
 * Creates the shop's database in a new cluster, even if an earlier start was interrupted while
 * doing so. Later starts need not check for it.
 */
async function fillCluster(location: DatabaseLocation, url: string): Promise<void> {
  await createDatabase(url);
  await rm(emptyMarker(location));
}

/**
 * Creates the shop's role in a new cluster, and returns its password, which is stored beside the
 * owner's. Refuses a cluster of a version before 1.0.0 and changes nothing in it.
 */
async function ensureShopRole(location: DatabaseLocation, url: string): Promise<string> {
  const isKnown = existsSync(shopPasswordFile(location));
  return withClient(url, async (client) => {
    await refuseBeforeTheLine(client);
    if (!isKnown) await writePassword(location, shopPasswordFile(location));
    const password = (await readFile(shopPasswordFile(location), "utf8")).trim();
    const { rowCount } = await client.query("select from pg_roles where rolname = $1", [SHOP_ROLE]);
    if (rowCount === 0) await client.query(`create role ${SHOP_ROLE} login password ${client.escapeLiteral(password)}`);
    else if (!isKnown) await client.query(`alter role ${SHOP_ROLE} password ${client.escapeLiteral(password)}`);
    return password;
  });
}

async function writePassword({ account }: DatabaseLocation, file: string): Promise<void> {
  await writeFile(file, randomBytes(24).toString("base64url"), { mode: 0o600 });
  if (account) await chown(file, account.uid, account.gid);
}

async function alreadyRunning(location: DatabaseLocation): Promise<AlreadyRunning> {
  try {
    const running = JSON.parse(await readFile(runningFile(location), "utf8")) as Running;
    const urlAs = async (role: string, file: string) => urlOf(role, await readFile(file, "utf8"), running.socketFolder);
    const url = await urlAs(ROLE, passwordFile(location));
    const shopUrl = await urlAs(SHOP_ROLE, shopPasswordFile(location));
    return new AlreadyRunning(location.dataDir, running, { url, shopUrl });
  } catch {
    return new AlreadyRunning(location.dataDir, null, null);
  }
}

async function recordRunning(location: DatabaseLocation, running: Running): Promise<void> {
  const unfinished = `${runningFile(location)}.unfinished`;
  await writeFile(unfinished, JSON.stringify(running), { mode: 0o600 });
  await rename(unfinished, runningFile(location));
}

const runningFile = (location: DatabaseLocation) => join(location.home, "running.json");
