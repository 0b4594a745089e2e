import type { Client } from "pg";
import type { Part } from "#platform/archive/parts.ts";
import { archived, writeArchive } from "#platform/archive/write-archive.server.ts";
import { copyOut } from "#platform/database/copy.server.ts";
import { quoted, readShape, type TableShape } from "#platform/database/table-shape.server.ts";
import { openClient, withClient } from "#platform/database/with-client.server.ts";
import { keyCheckOf, readKeyCheck } from "#platform/encryption/secret.server.ts";
import { isSame } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { readLedgerHeads } from "#shop/ledger/ledger-heads.server.ts";
import { type BackupAbout, type BackupProgress, type BackupSummary, backupParts } from "./backup-contents.ts";
import { DOWNLOAD_MAX_MS } from "./constants.ts";
import type { PictureCopies } from "./picture-copies.server.ts";
import { type NamedFile, readNamedFiles } from "./referenced-files.server.ts";

/** The shop to back up; its database may be of any version. */
export type BackupSource = Pick<Services, "files" | "now"> & {
  databaseUrl: string;
  secret: { value: string; isOperators: boolean };
};

/** The passphrase, a callback for progress, and a signal to stop. */
type BackupOptions = { passphrase: string | null; seen?: (progress: BackupProgress) => void; signal?: AbortSignal };

/** A backup that was written completely. */
type MadeBackup = { bytes: number; summary: BackupSummary };

const LINE_END = 0x0a;

/**
 * Writes a consistent snapshot of the running shop into one file: all rows and the files they refer
 * to. Throws a `StartProblem` if there is no shop or the secret does not match, and `EEXIST` if the
 * file exists.
 */
export async function makeBackup(source: BackupSource, file: string, options: BackupOptions): Promise<MadeBackup> {
  return withClient(source.databaseUrl, async (client) => {
    const { parts, summary } = await openBackup(client, source, insideOf(source), options.seen);
    const { bytes } = await writeArchive(file, options.passphrase, parts, { signal: options.signal });
    await client.query("commit");
    return { bytes, summary };
  });
}

/**
 * Backs up the rows on the caller's connection, which must not be in a transaction or a pipeline,
 * and copies those of their pictures beside the file that are not there yet. The file gets its name
 * last. Throws as `makeBackup` does.
 */
export async function makeBackupBeside(
  client: Client,
  source: BackupSource,
  file: string,
  copies: Pick<PictureCopies, "set" | "copy">,
  signal?: AbortSignal,
): Promise<void> {
  const { parts } = await openBackup(client, source, besideIt(source, copies, signal));
  await writeArchive(file, copies.set, parts, { signal });
  await client.query("commit");
}

/**
 * Yields a consistent snapshot of the running shop as the bytes of one file, encrypted. It takes a
 * connection of its own for as long as the bytes are taken, at most an hour. Throws as `makeBackup`
 * does; a file that broke off cannot be restored. [S12.8]
 */
export async function* streamBackup(source: BackupSource, passphrase: string): AsyncGenerator<Buffer> {
  const { client, close } = await openClient(source.databaseUrl);
  try {
    const { parts } = await openBackup(client, source, insideOf(source));
    yield* archived(passphrase, parts, { signal: AbortSignal.timeout(DOWNLOAD_MAX_MS) });
  } finally {
    await close();
  }
}

/** Yields the parts for the pictures that rows name, and counts them. `report` is told the bytes. */
type PicturePartsOf = (named: NamedFile[], summary: BackupSummary, report: (bytes: number) => void) => AsyncGenerator<Part>;

/** The pictures themselves. */
function insideOf({ files }: BackupSource): PicturePartsOf {
  return async function* (named, summary, report) {
    for (const { key, isNeeded } of named) {
      const stored = await files.get(key);
      if (!stored) {
        if (isNeeded) summary.missingFiles.push(key);
        continue;
      }
      summary.files += 1;
      report(stored.length);
      yield { head: { kind: backupParts.file, name: key }, content: [Buffer.from(stored)] };
    }
  };
}

/** The names of the pictures, which are copied beside the file. */
function besideIt({ files }: BackupSource, { set, copy }: Pick<PictureCopies, "set" | "copy">, signal?: AbortSignal): PicturePartsOf {
  return async function* (named, summary) {
    const missing = await copy(named, files, signal);
    summary.missingFiles.push(...named.filter(({ key, isNeeded }) => isNeeded && missing.has(key)).map(({ key }) => key));
    const names = named.map(({ key }) => key).filter((key) => !missing.has(key));
    summary.files = names.length;
    yield { head: { kind: backupParts.copies, name: set.id }, content: names.map((name) => Buffer.from(`${name}\n`)) };
  };
}

async function openBackup(client: Client, source: BackupSource, picturePartsOf: PicturePartsOf, seen: BackupOptions["seen"] = () => {}) {
  const tables = await openSnapshot(client);
  const about = await readAbout(client, source);
  const summary: BackupSummary = { rows: {}, numbers: [], files: 0, missingFiles: [], ledgerHeads: await readHeads(client, tables) };
  return { parts: backupOf(client, picturePartsOf, tables, about, summary, seen), summary };
}

/** Opens a snapshot of the whole database and keeps others from changing its schema. */
async function openSnapshot(client: Client): Promise<TableShape[]> {
  await client.query("begin transaction isolation level repeatable read, read only");
  await client.query("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = '30s'");
  await client.query("set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex'");
  await client.query("set local extra_float_digits = 1; set local timezone = 'UTC'");
  const tables = await readShape(client);
  if (!tables.some(({ name }) => name === "migrations")) throw new StartProblem("There is no shop to back up in this database.");
  await client.query(`lock table ${tables.map(({ name }) => quoted(name)).join(", ")} in access share mode`);
  return tables;
}

/** Reads what a backup says of its shop. Throws a `StartProblem` if the secret is not that of the database. */
export async function readAbout(client: Client, { secret, now }: Pick<BackupSource, "secret" | "now">): Promise<BackupAbout> {
  const check = keyCheckOf(secret.value);
  const known = await readKeyCheck(client);
  if (known && !isSame(known, check))
    throw new StartProblem("The secret does not fit this database; with it the backup would be worth nothing.");
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from migrations order by name",
  );
  return {
    madeAt: now().toISOString(),
    migrations,
    secret: secret.isOperators ? { check: check.toString("hex") } : { kept: secret.value },
  };
}

async function* backupOf(
  client: Client,
  picturePartsOf: PicturePartsOf,
  tables: TableShape[],
  about: BackupAbout,
  summary: BackupSummary,
  seen: (progress: BackupProgress) => void,
): AsyncGenerator<Part> {
  let bytes = 0;
  const report = (doing: string, more: number) => {
    bytes += more;
    seen({ doing, bytes });
  };

  yield inWords(backupParts.about, about);
  for (const { name, columns } of tables) {
    const statement = `copy ${quoted(name)} (${columns.map(quoted).join(", ")}) to stdout`;
    const content = counted(copyOut(client, statement), (rows, more) => {
      summary.rows[name] = (summary.rows[name] ?? 0) + rows;
      report(name, more);
    });
    summary.rows[name] = 0;
    yield { head: { kind: backupParts.table, name, columns }, content };
  }
  yield* picturePartsOf(await readNamedFiles(client), summary, (more) => report("files", more));
  summary.numbers = await readNumbers(client, tables);
  yield inWords(backupParts.summary, summary);
}

function inWords(kind: string, what: unknown): Part {
  return { head: { kind, name: kind }, content: [Buffer.from(JSON.stringify(what))] };
}

/** Counts rows by lines; COPY escapes line breaks within values. */
async function* counted(source: AsyncIterable<Buffer>, count: (rows: number, bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const block of source) {
    let rows = 0;
    for (let at = block.indexOf(LINE_END); at >= 0; at = block.indexOf(LINE_END, at + 1)) rows += 1;
    count(rows, block.length);
    yield block;
  }
}

/**
 * Reads the sequences after the rows: they are not transactional, so a number read before might
 * already be used by a row.
 */
async function readNumbers(client: Client, tables: TableShape[]): Promise<BackupSummary["numbers"]> {
  const numbers: BackupSummary["numbers"] = [];
  for (const { name: table, numbered } of tables) {
    for (const column of numbered) {
      const { rows } = await client.query<{ name: string }>("select pg_get_serial_sequence($1, $2) as name", [quoted(table), column]);
      const given = await client.query<{ last: string; isGiven: boolean }>(
        `select last_value::text as last, is_called as "isGiven" from ${rows[0]?.name}`,
      );
      if (given.rows[0]) numbers.push({ table, column, ...given.rows[0] });
    }
  }
  return numbers;
}

/** Returns no heads if the database is older than the ledger. */
async function readHeads(client: Client, tables: TableShape[]): Promise<BackupSummary["ledgerHeads"]> {
  const hasHeads = tables.some(({ name, columns }) => name === "product_stock" && columns.includes("ledger_head"));
  return hasHeads ? readLedgerHeads(client) : [];
}
