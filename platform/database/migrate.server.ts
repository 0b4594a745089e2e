import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ClientBase } from "pg";
import { CHANGED } from "../live/live.ts";
import { projectFolder } from "../project-folder.ts";
import { StartProblem } from "../start-problem.ts";
import { goesOnBeside } from "./goes-on-beside.ts";
import { letTakeLong } from "./lift-timeouts.server.ts";
import type { Database } from "./open.server.ts";
import { refuseBeforeTheLine } from "./refuse-before-the-line.server.ts";

const OLDEST_POSTGRES = 15;
/** The lock for changes of the schema. Every version of the shop must use the same number. */
export const MIGRATION_LOCK = 7_240_015;

const TABLE = "migrations (name text primary key, checksum text not null, ran_at timestamptz not null default now())";

/** The topic on which a migrated database is announced, also to processes of an earlier version. */
export const MIGRATED = "migrations";

/** A migration file with its content. */
export type Migration = { name: string; checksum: string; sql: string };

/** The migrations that a database has run and those it has not, each in order. */
export type MigrationState = { ran: string[]; missing: string[] };

/**
 * Called before a database that has run migrations is changed by more; nothing is changed if it
 * throws.
 */
type BeforeChange = (state: MigrationState) => Promise<void>;

/**
 * Migrates the database: runs each new file of `migrations/` in order, each in its own transaction,
 * one process at a time, and fixes the search path of every function. Returns the names of those it
 * ran. Refuses a PostgreSQL older than 15, data of a version before
 * 1.0.0, a file that was changed after it ran, and a migration of a newer version, unless
 * `mayGoOn` and it says that this version goes on beside it.
 */
export async function migrate(
  db: Database,
  folder: string = migrationsFolder(),
  beforeChange: BeforeChange = async () => {},
  mayGoOn = false,
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = await db.$client.connect();
  try {
    await requireVersion(client);
    await refuseBeforeTheLine(client);
    await letTakeLong(client);
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    return await runMissing(client, migrations, beforeChange, mayGoOn);
  } finally {
    // The lock ends with the connection.
    client.release(true);
  }
}

/** Refuses a PostgreSQL that is too old for the shop. */
export async function requireVersion(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as version",
  );
  const [server] = rows;
  if (server && server.number >= OLDEST_POSTGRES * 10_000) return;
  throw new StartProblem(
    `The database is PostgreSQL ${server?.version}; the shop needs ${OLDEST_POSTGRES} or newer. Point DATABASE_URL at a newer one, or leave it out to use the built-in database.`,
  );
}

async function runMissing(client: ClientBase, migrations: Migration[], beforeChange: BeforeChange, mayGoOn: boolean): Promise<string[]> {
  await client.query(`create table if not exists ${TABLE}`);
  const { rows } = await client.query<{ name: string; checksum: string }>("select name, checksum from migrations");
  const checksums = new Map(rows.map((row) => [row.name, row.checksum]));
  refuseStrangers(migrations, checksums, mayGoOn);

  const missing = migrations.filter((migration) => !checksums.has(migration.name));
  const names = missing.map((migration) => migration.name);
  if (rows.length > 0 && missing.length > 0) await beforeChange({ ran: [...checksums.keys()].sort(), missing: names });
  for (const migration of missing) await run(client, migration);
  await client.query(FIX_SEARCH_PATHS);
  if (missing.length > 0) await client.query("select pg_notify($1, $2)", [CHANGED, MIGRATED]);
  return names;
}

/**
 * Runs these migrations in an empty schema, in the caller's transaction, without recording them:
 * the records come with the rows that the caller restores.
 */
export async function shapeAs(client: ClientBase, migrations: Migration[]): Promise<void> {
  await client.query(`create table ${TABLE}`);
  for (const { sql } of migrations) await client.query(sql);
  await client.query(FIX_SEARCH_PATHS);
}

/**
 * Makes every function look into the shop's schema before the temporary one, where a table of the
 * same name could stand in for the shop's. One whose body was bound when it was created looks
 * nothing up. Done after the migrations, because `create or replace` of a later one would undo it.
 */
const FIX_SEARCH_PATHS = `do $$
declare
  ours regprocedure;
  wanted text := format('%I, pg_temp', current_schema());
begin
  for ours in
    select p.oid from pg_proc p where p.pronamespace = current_schema()::regnamespace and p.prosqlbody is null and pg_has_role(current_user, p.proowner, 'usage')
      and not coalesce(p.proconfig, '{}') @> array['search_path=' || wanted]
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('alter function %s set search_path = %s', ours, wanted);
  end loop;
end $$`;

/** Every name that a table has or had in the course of these migrations. */
export function createdTables(migrations: Migration[]): Set<string> {
  const named = /^(?:create (?:unlogged )?table (?:if not exists )?|alter table \w+ rename to )(\w+)/gim;
  return new Set(["migrations", ...migrations.flatMap(({ sql }) => [...sql.matchAll(named)].flatMap(([, name]) => name ?? []))]);
}

/**
 * Refuses a database that another version of the shop has migrated, because writing to it could
 * lose data.
 */
function refuseStrangers(migrations: Migration[], checksums: ReadonlyMap<string, string>, mayGoOn: boolean): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration.checksum]));
  for (const [name, checksum] of checksums) {
    if (!known.has(name)) {
      if (mayGoOn && goesOnBeside(name, known.keys())) continue;
      throw new StartProblem(
        `The database was last used by a newer version of the shop (it has ${name}). Start that version, or restore a backup of before.`,
      );
    }
    if (known.get(name) !== checksum) {
      throw new StartProblem(
        `The migration ${name} was changed after it ran on this database. Bring the file back as it was and put the change into a new one.`,
      );
    }
  }
}

async function run(client: ClientBase, migration: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(migration.sql);
    await client.query("insert into migrations (name, checksum) values ($1, $2)", [migration.name, migration.checksum]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`the migration ${migration.name} failed`, { cause: error });
  }
}

/** Every migration that this version knows, in order. */
export async function readMigrations(folder: string = migrationsFolder()): Promise<Migration[]> {
  const names = await migrationNames(folder);
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

/** Their names alone, in order. */
export async function migrationNames(folder: string = migrationsFolder()): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
}

function migrationsFolder(): string {
  return join(projectFolder(), "platform/database/migrations");
}
