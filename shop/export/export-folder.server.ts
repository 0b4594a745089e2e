import { chmod, mkdir, open, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Client } from "pg";
import { withClient } from "#platform/database/with-client.server.ts";
import type { Services } from "#platform/provides.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { readNamedFiles } from "#shop/backups/referenced-files.server.ts";
import type { ExportedTable } from "#shop/rows/exported-column.ts";
import { exportedTables } from "#shop/rows/exported-tables.server.ts";
import { columnsOf, readTable } from "#shop/rows/read-table.server.ts";
import { type ExportAbout, exportAbout, exportFiles, exportFormat } from "./export-about.ts";
import { exportFormats } from "./export-format.server.ts";

/** The shop to export. */
type ExportSource = Pick<Services, "files" | "vault" | "now"> & { databaseUrl: string };

/** The progress of an export: the current table or files, and how many are done out of how many. */
export type ExportProgress = { doing: string; done: number; of: number };

/** Only the user who runs the command may read the export. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Exports the whole shop, as one consistent snapshot, into a new or empty folder: every table as
 * CSV and JSON, the pictures, and finally `export.json`. IDs, codes and addresses are in plain
 * text.
 */
export async function exportFolder(
  source: ExportSource,
  folder: string,
  seen: (progress: ExportProgress) => void = () => {},
): Promise<ExportAbout> {
  await requireEmptyFolder(folder);
  return withClient(source.databaseUrl, async (client) => {
    await client.query("begin transaction isolation level repeatable read, read only");
    await client.query("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0");
    const about: ExportAbout = { format: exportFormat, madeAt: source.now().toISOString(), rows: {}, files: 0, missingFiles: [] };
    for (const table of exportedTables) about.rows[table.name] = await writeTable(client, source, table, folder, seen);
    await writeFiles(client, source, folder, about, seen);
    await writeFile(join(folder, exportAbout), `${JSON.stringify(about, null, 2)}\n`, { mode: FILE_MODE, flag: "wx" });
    return about;
  });
}

async function requireEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  if ((await readdir(folder)).length > 0) throw new StartProblem(`${folder} is not empty. Name a new folder. Nothing was written.`);
  await chmod(folder, FOLDER_MODE);
}

/** Writes both formats in one pass, so that each row is read and decrypted once. */
async function writeTable(
  client: Client,
  { vault }: ExportSource,
  table: ExportedTable,
  folder: string,
  seen: (progress: ExportProgress) => void,
): Promise<number> {
  const columns = columnsOf(table, true);
  const { rows: counted } = await client.query<{ count: number }>(`select count(*)::float8 as count from ${table.table}`);
  const of = counted[0]?.count ?? 0;
  const files = await Promise.all(
    Object.entries(exportFormats).map(async ([ending, format]) => ({
      format,
      file: await open(join(folder, `${table.name}.${ending}`), "wx", FILE_MODE),
    })),
  );
  let done = 0;
  try {
    for (const { file, format } of files) await file.write(format.begin(columns));
    for await (const rows of readTable({ ask: (text, values) => client.query(text, values), vault }, table, { isWhole: true })) {
      for (const { file, format } of files) await file.write(format.rows(columns, rows, done === 0));
      done += rows.length;
      seen({ doing: table.name, done, of });
    }
    for (const { file, format } of files) {
      await file.write(format.end);
      await file.sync();
    }
  } finally {
    for (const { file } of files) await file.close();
  }
  return done;
}

async function writeFiles(
  client: Client,
  { files }: ExportSource,
  folder: string,
  about: ExportAbout,
  seen: (progress: ExportProgress) => void,
): Promise<void> {
  const named = await readNamedFiles(client);
  for (const [at, { key, isNeeded }] of named.entries()) {
    const bytes = await files.get(key);
    if (bytes) {
      const path = join(folder, exportFiles, key);
      await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
      await writeFile(path, bytes, { mode: FILE_MODE, flag: "wx" });
      about.files += 1;
    } else if (isNeeded) about.missingFiles.push(key);
    seen({ doing: "Pictures", done: at + 1, of: named.length });
  }
}
