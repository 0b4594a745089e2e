import { readFile, statfs } from "node:fs/promises";
import { join } from "node:path";
import { StartProblem } from "#platform/start-problem.ts";
import type { DatabaseLocation } from "./embedded-location.server.ts";

/** With less room PostgreSQL can write neither its log of changes nor why it ended. */
const FULL_BELOW_BYTES = 1_000_000;
const LAST_LINES = 3;

/** PostgreSQL cannot start because its disk is full: it will when there is room. */
export class DiskFull extends StartProblem {
  override name = "DiskFull";
}

/** The refusal to start while the disk of this folder is full; a start needs `megabytes`. */
export function diskFull(folder: string, { megabytes = 100, end = "" } = {}): DiskFull {
  return new DiskFull(`The disk of the database is full, so it can't start. Make room for ${folder}, ${megabytes} MB at least.${end}`);
}

/** Whether a call failed because a disk is full or a quota is used up. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT" || error.code === "53100");
}

/** Says why PostgreSQL did not start, with the last lines it wrote after `logFrom` (bytes). */
export async function startFailure(location: DatabaseLocation, logFrom: number): Promise<StartProblem> {
  const file = join(location.home, "database.log");
  const words = await readFile(file).then(
    (bytes) => bytes.subarray(logFrom).toString("utf8").trim(),
    () => "",
  );
  const said = words === "" ? "" : ` PostgreSQL said: ${words.split("\n").slice(-LAST_LINES).join(" ")}`;
  const end = `${said} (More in ${file}.)`;
  if (isAboutRoom(words) || (await hasNoRoom(location.home))) return diskFull(location.home, { end });
  return new StartProblem(`${await reason(location, words)}${end}`);
}

/** Whether PostgreSQL's words say that a disk is full or a quota is used up. */
function isAboutRoom(words: string): boolean {
  return /No space left on device|Disk quota exceeded/.test(words);
}

async function hasNoRoom(folder: string): Promise<boolean> {
  const disk = await statfs(folder).catch(() => null);
  return disk !== null && disk.bavail * disk.bsize < FULL_BELOW_BYTES;
}

async function reason({ database, binaries, account }: DatabaseLocation, words: string): Promise<string> {
  const version = (await readFile(join(database, "PG_VERSION"), "utf8").catch(() => "")).trim();
  if (/database files are incompatible with server/.test(words)) {
    return `The database in ${database} was made by PostgreSQL ${version}, and this version of the shop brings another one. Start the version of the shop that made it, make a backup there with npm run shop -- backup, and restore it with this version on another DATA_DIR.`;
  }
  if (/Permission denied|has invalid permissions|has wrong ownership|Operation not permitted/.test(words)) {
    const user = account?.name ?? "the shop's user";
    return `PostgreSQL may not use its folder ${database}. It must belong to ${user}, and nobody else may enter it: chown -R ${account?.name ?? "USER"} ${database} && chmod 700 ${database}`;
  }
  if (
    /could not (open|read|access|locate|find)|invalid (page|magic|record|resource|length)|corrupt|PANIC|is not a valid|incorrect checksum|does not exist/.test(
      words,
    )
  ) {
    return `A file of the database in ${database} is damaged or missing. Copy the folder before you try anything. If it can't be brought back, restore the newest backup on another DATA_DIR.`;
  }
  if (words === "") return `The built-in database does not start: ${join(binaries, "postgres")} ended without a word.`;
  return "The built-in database does not start.";
}
