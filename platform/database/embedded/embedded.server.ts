import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chown, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { StartProblem } from "../start-problem.ts";
import { choosePlace, type Place, preparePlace, requireRunning } from "./embedded-place.server.ts";
import { type FolderLock, lockFolder } from "./folder-lock.server.ts";
import { endOrphan, initialise, openSocketFolder, startPostgres } from "./postgres-process.server.ts";

const ROLE = "trackside";
const DATABASE = "trackside";

/** The built-in PostgreSQL, running. */
export type Embedded = {
  /** Where to connect; only users who may enter the data folder can. */
  url: string;
  /** Whether the database was created just now. */
  isNew: boolean;
  /** Notes where the shop answers, so that a second start can say so. */
  noteAddress(address: string): Promise<void>;
  /** Stops PostgreSQL cleanly and lets go of the data folder. */
  close(): Promise<void>;
};

export type EmbeddedOptions = {
  /** Tells the operator about something unusual, one line at a time. */
  say?: (line: string) => void;
  /** PostgreSQL settings that differ from the shop's own; tests switch `fsync` off. */
  settings?: Record<string, string>;
  /** Called when PostgreSQL has been started and is not ready yet: what else takes time is done beside it. */
  whileStarting?: () => void;
};

/** Another process uses the data folder. It is left alone; a command may work on its database through `url`, which is null while it starts. */
export class AlreadyRunning extends StartProblem {
  override name = "AlreadyRunning";
  url: string | null;

  constructor(dataDir: string, running: Running | null, url: string | null) {
    const where = running?.address ? ` at ${running.address}` : "";
    const who = running ? ` (process ${running.pid})` : "";
    super(
      `The shop is already running${where} on the data folder ${dataDir}${who}. To run another, choose another folder: DATA_DIR=./data2 PORT=3001 npm start`,
    );
    this.url = url;
  }
}

type Running = { pid: number; address: string | null; socketFolder: string };

/**
 * Starts the PostgreSQL that came with the packages on the data folder, which it creates when there is none. One process at a time: the second is
 * refused as `AlreadyRunning`. What a crash left running is stopped first.
 */
export async function openEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const say = options.say ?? (() => {});
  const place = await choosePlace(dataDir, say);
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
  await preparePlace(place, say);
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
  const url = urlOf(await readFile(passwordFile(place), "utf8"), socketFolder);
  const running: Running = { pid: process.pid, address: null, socketFolder };
  try {
    if (existsSync(emptyMark(place))) await fillCluster(place, url);
    await noteRunning(place, running);
  } catch (error) {
    await postgres.stop();
    throw error;
  }

  return {
    url,
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

/** A half-made cluster is never taken for a whole one: it gets its name only when it is complete. */
async function create(place: Place): Promise<void> {
  requireRunning(place);
  await writeFile(passwordFile(place), randomBytes(24).toString("base64url"), { mode: 0o600 });
  if (place.account) await chown(passwordFile(place), place.account.uid, place.account.gid);
  const unfinished = `${place.database}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await initialise(place, { folder: unfinished, role: ROLE, passwordFile: passwordFile(place) });
  await rm(place.database, { recursive: true, force: true });
  await writeFile(emptyMark(place), "");
  await rename(unfinished, place.database);
}

/** Makes the shop's database in a new cluster, also where an earlier start was interrupted in that. Later starts need not look whether it is there. */
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

async function alreadyRunning(place: Place): Promise<AlreadyRunning> {
  try {
    const running = JSON.parse(await readFile(runningFile(place), "utf8")) as Running;
    return new AlreadyRunning(place.dataDir, running, urlOf(await readFile(passwordFile(place), "utf8"), running.socketFolder));
  } catch {
    return new AlreadyRunning(place.dataDir, null, null);
  }
}

async function noteRunning(place: Place, running: Running): Promise<void> {
  const unfinished = `${runningFile(place)}.unfinished`;
  await writeFile(unfinished, JSON.stringify(running), { mode: 0o600 });
  await rename(unfinished, runningFile(place));
}

function urlOf(password: string, socketFolder: string): string {
  return `postgres://${ROLE}:${password.trim()}@localhost/${DATABASE}?host=${encodeURIComponent(socketFolder)}`;
}

const passwordFile = (place: Place) => join(place.home, "database-password");
/** Is there while the cluster may have no database of the shop yet. */
const emptyMark = (place: Place) => join(place.home, "database.empty");
const runningFile = (place: Place) => join(place.home, "running.json");
