import { open, readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Client } from "pg";
import { passwordFile, shopPasswordFile } from "./cluster.server.ts";

/** A file of a copied cluster, or a folder, which has no content. */
export type BaseEntry = { path: string; content: AsyncIterable<Buffer> | Iterable<Buffer> | null };

/** The last segment of the log (WAL) that a copy needs, and when it was complete. */
type BaseEnd = { stopSegment: string; madeAt: Date };

/** A copy of a running cluster. It needs the log (WAL) that was written meanwhile. */
export type BaseCopy = {
  /** The first segment of the log that it needs. */
  startSegment: string;
  /** The files, by their path beside the cluster's folder. To be read once, to the end. */
  entries(): AsyncGenerator<BaseEntry>;
  /** Throws before all entries were read. */
  end(): BaseEnd;
};

/** The folder of the cluster in a copy. */
export const CLUSTER = "database";

/** What only a running PostgreSQL needs: of these folders nothing is copied but their names. */
const EMPTY = new Set(["pg_wal", "pg_replslot", "pg_dynshmem", "pg_notify", "pg_serial", "pg_snapshots", "pg_stat_tmp", "pg_subtrans"]);
const LEFT_OUT = /^(postmaster\.(pid|opts)|(backup_label|tablespace_map|pgsql_tmp|pg_internal\.init).*|.*\.signal)$/;

/**
 * Begins a copy of the running cluster in this folder. The connection is the owner's and stays open
 * until the end. The log must be archived.
 */
export async function beginBaseCopy(client: Client, database: string): Promise<BaseCopy> {
  const { rows } = await client.query<{ file: string }>("select pg_walfile_name(pg_backup_start('trackside', true)) as file");
  let end: BaseEnd | null = null;
  return {
    startSegment: rows[0]?.file ?? "",
    async *entries() {
      const home = { home: dirname(database) };
      for (const file of [passwordFile(home), shopPasswordFile(home)])
        yield { path: nameIn(home.home, file), content: [await readFile(file)] };
      yield* entriesIn(database, "");
      const stopped = await client.query<{ label: string; file: string; at: Date }>(
        "select labelfile as label, pg_walfile_name(lsn) as file, clock_timestamp() as at from pg_backup_stop(true)",
      );
      const { label = "", file = "", at = new Date(0) } = stopped.rows[0] ?? {};
      yield { path: `${CLUSTER}/backup_label`, content: [Buffer.from(label)] };
      end = { stopSegment: file, madeAt: at };
    },
    end() {
      if (end === null) throw new Error("the copy of the database is not complete");
      return end;
    },
  };
}

/** Files come and go while PostgreSQL runs. Its log says what became of them. */
async function* entriesIn(database: string, folder: string): AsyncGenerator<BaseEntry> {
  yield { path: join(CLUSTER, folder), content: null };
  if (EMPTY.has(folder)) return;
  const inside = await readdir(join(database, folder), { withFileTypes: true }).catch(orNothing);
  for (const entry of inside ?? []) {
    const path = join(folder, entry.name);
    if (LEFT_OUT.test(entry.name)) continue;
    if (entry.isDirectory() || EMPTY.has(path)) yield* entriesIn(database, path);
    else if (!entry.isFile()) throw new Error(`${join(database, path)} is no file: the shop copies no tablespaces`);
    else {
      const file = await open(join(database, path)).catch(orNothing);
      if (file) yield { path: join(CLUSTER, path), content: file.createReadStream() };
    }
  }
}

function nameIn(folder: string, file: string): string {
  return file.slice(folder.length + 1);
}

function orNothing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
