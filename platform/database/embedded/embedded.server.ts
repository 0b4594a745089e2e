import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chown, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { StartProblem } from "#platform/start-problem.ts";
import { withClient } from "../with-client.server.ts";
import { chooseLocation, type Place, prepareLocation, requireRunning } from "./embedded-location.server.ts";
import { type FolderLock, lockFolder } from "./folder-lock.server.ts";
import { endOrphan, initialise, openSocketFolder, startPostgres } from "./postgres-process.server.ts";
import { SHOP_ROLE } from "./shop-role.server.ts";

const ROLE = "trackside";
const DATABASE = "trackside";

/** The running built-in PostgreSQL. */
export type Embedded = {
  /** Where to connect as the owner; only users who may enter the data folder can. */
  url: string;
  /** Where to connect as the shop's role, which owns nothing. */
  shopUrl: string;
  /** Whether the database was created just now. */
  isNew: boolean;
  /** Records the shop's address, so that a second start can name it. */
  noteAddress(address: string): Promise<void>;
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
};

/**
 * Another process uses the data folder. A command may use its database through `url`, which is null
 * while that process starts.
 */
export class AlreadyRunning extends StartProblem {
  override name = "AlreadyRunning";
  url: string | null;
  shopUrl: string | null;

  constructor(dataDir: string, running: Running | null, urls: { url: string; shopUrl: string | null } | null) {
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
  const place = await chooseLocation(dataDir, say);
  const lock = lockFolder(place.home);
  if (!lock) throw await alreadyRunning(place);
  try {
    return await startLocked(place, lock, say, options);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startLocked(
  place: Place,
  lock: FolderLock,
  say: (line: string) => void,
  { settings = {}, whileStarting }: EmbeddedOptions,
): Promise<Embedded> {
  await rm(runningFile(place), { force: true });
  await prepareLocation(place, say);
  await endOrphan(place, say);
  const isNew = !existsSync(join(place.database, "PG_VERSION"));
  if (isNew) await create(place);

  const socketFolder = await openSocketFolder(place);
  const starting = startPostgres(place, socketFolder, settings, say);
  whileStarting?.();
  const postgres = await starting.catch((error) => {
    requireRunning(place);
    throw error;
  });
  const url = urlOf(ROLE, await readFile(passwordFile(place), "utf8"), socketFolder);
  let shopUrl: string;
  const running: Running = { pid: process.pid, address: null, socketFolder };
  try {
    if (existsSync(emptyMark(place))) await fillCluster(place, url);
    shopUrl = urlOf(SHOP_ROLE, await ensureShopRole(place, url), socketFolder);
    await noteRunning(place, running);
  } catch (error) {
    await postgres.stop();
    throw error;
  }

  return {
    url,
    shopUrl,
    isNew,
    noteAddress: (address) => noteRunning(place, { ...running, address }),
    async close() {
      await postgres.stop();
      await rm(runningFile(place), { force: true });
      await rm(socketFolder, { recursive: true, force: true });
      lock.release();
    },
  };
}

/**
 * Creates a cluster under a temporary name and renames it when complete, so that a half-made
 * cluster is never used.
 */
async function create(place: Place): Promise<void> {
  requireRunning(place);
  await writePassword(place, passwordFile(place));
  const unfinished = `${place.database}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await initialise(place, { folder: unfinished, role: ROLE, passwordFile: passwordFile(place) });
  await rm(place.database, { recursive: true, force: true });
  await writeFile(emptyMark(place), "");
  await rename(unfinished, place.database);
}

/**
 * Creates the shop's database in a new cluster, even if an earlier start was interrupted while
 * doing so. Later starts need not check for it.
 */
async function fillCluster(place: Place, url: string): Promise<void> {
  const target = new URL(url);
  target.pathname = "/postgres";
  const admin = new Client({ connectionString: target.href });
  admin.on("error", () => {});
  await admin.connect();
  try {
    const { rowCount } = await admin.query("select from pg_database where datname = $1", [DATABASE]);
    if (rowCount === 0) await admin.query(`create database ${DATABASE}`);
  } finally {
    await admin.end();
  }
  await rm(emptyMark(place));
}

/**
 * Creates the shop's role, also in a cluster of an earlier version, and returns its password, which
 * is stored beside the owner's.
 */
async function ensureShopRole(place: Place, url: string): Promise<string> {
  const isKnown = existsSync(shopPasswordFile(place));
  if (!isKnown) await writePassword(place, shopPasswordFile(place));
  const password = (await readFile(shopPasswordFile(place), "utf8")).trim();
  await withClient(url, async (client) => {
    const { rowCount } = await client.query("select from pg_roles where rolname = $1", [SHOP_ROLE]);
    if (rowCount === 0) await client.query(`create role ${SHOP_ROLE} login password ${client.escapeLiteral(password)}`);
    else if (!isKnown) await client.query(`alter role ${SHOP_ROLE} password ${client.escapeLiteral(password)}`);
  });
  return password;
}

async function writePassword({ account }: Place, file: string): Promise<void> {
  await writeFile(file, randomBytes(24).toString("base64url"), { mode: 0o600 });
  if (account) await chown(file, account.uid, account.gid);
}

async function alreadyRunning(place: Place): Promise<AlreadyRunning> {
  try {
    const running = JSON.parse(await readFile(runningFile(place), "utf8")) as Running;
    const urlAs = async (role: string, file: string) => urlOf(role, await readFile(file, "utf8"), running.socketFolder);
    const url = await urlAs(ROLE, passwordFile(place));
    // A running shop of an earlier version has no role of its own.
    const shopUrl = existsSync(shopPasswordFile(place)) ? await urlAs(SHOP_ROLE, shopPasswordFile(place)) : null;
    return new AlreadyRunning(place.dataDir, running, { url, shopUrl });
  } catch {
    return new AlreadyRunning(place.dataDir, null, null);
  }
}

async function noteRunning(place: Place, running: Running): Promise<void> {
  const unfinished = `${runningFile(place)}.unfinished`;
  await writeFile(unfinished, JSON.stringify(running), { mode: 0o600 });
  await rename(unfinished, runningFile(place));
}

function urlOf(role: string, password: string, socketFolder: string): string {
  return `postgres://${role}:${password.trim()}@localhost/${DATABASE}?host=${encodeURIComponent(socketFolder)}`;
}

const shopPasswordFile = (place: Place) => join(place.home, "database-shop-password");
const passwordFile = (place: Place) => join(place.home, "database-password");
/** This file exists while the cluster may lack the shop's database. */
const emptyMark = (place: Place) => join(place.home, "database.empty");
const runningFile = (place: Place) => join(place.home, "running.json");
