import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import { requireNobodyThere } from "#platform/database/no-connections.server.ts";
import { quoted } from "#platform/database/table-shape.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { withoutTriggers } from "#platform/database/without-triggers.server.ts";
import { isSame } from "#platform/encryption/vault.server.ts";
import { isFileKey } from "#platform/files/file-key.ts";
import type { Services } from "#platform/provides.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { fillTarget } from "#shop/backups/fill-target.server.ts";
import { readNamedFiles } from "#shop/backups/referenced-files.server.ts";
import { requireEmptyTarget } from "#shop/backups/require-empty-target.server.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { jsonOf } from "#shop/parse.ts";
import { exportedTables } from "#shop/rows/exported-tables.server.ts";
import { holdBackFree, recordRestore } from "#shop/stock/restored/hold-back.server.ts";
import { bookChecks } from "#shop/verify/book-checks.ts";
import { type Fault, lineOf } from "#shop/verify/fault.ts";
import { ledgerChecks } from "#shop/verify/ledger-checks.ts";
import { paymentChecks } from "#shop/verify/payment-checks.ts";
import { streamRows } from "#shop/verify/stream-rows.server.ts";
import { enterRows } from "./enter-rows.server.ts";
import { ExportAbout, exportAbout, exportFiles } from "./export-about.ts";
import type { ExportProgress } from "./export-folder.server.ts";
import { readExportedRows } from "./exported-rows.server.ts";
import { recomputeDerived } from "./recompute-derived.server.ts";

/** The empty shop to import into: its database is fully migrated and uses its secret. */
export type ImportTarget = Pick<Services, "files" | "vault"> & { databaseUrl: string };

/** How long to wait for connections that are just closing. */
const ENDING_MS = 10_000;

/** Throws a `StartProblem` if the target is in use or running. */
export async function requireTargetForExport(client: Client): Promise<void> {
  await requireNobodyThere(client, ENDING_MS);
  await requireEmptyTarget(client, { what: "An export is taken in", command: "take-in <folder>" });
}

/** Reads `export.json` of an export. Throws a `StartProblem` if it is missing or invalid. */
export async function readExportAbout(folder: string): Promise<ExportAbout> {
  const text = await readFile(join(folder, exportAbout), "utf8").catch(() => null);
  if (text === null) throw new StartProblem(`There is no ${exportAbout} in ${folder}: it is not the folder of an export, or not whole.`);
  const about = ExportAbout.safeParse(jsonOf(text));
  if (!about.success) throw new StartProblem(`${exportAbout} is damaged, or of a newer version of the shop.`);
  return about.data;
}

/**
 * Imports the whole shop of an export into an empty one: all rows, encrypted with the new shop's
 * secret, and the pictures. All or nothing. Its free IDs are held back. Throws a `StartProblem`
 * that names the file and line of the first error.
 */
export async function importFolder(
  target: ImportTarget,
  folder: string,
  seen: (progress: ExportProgress) => void = () => {},
): Promise<ExportAbout> {
  const about = await readExportAbout(folder);
  const work = (client: Client) =>
    fillTarget(client, target.files, async (written) => {
      await requireTargetForExport(client);
      await withoutTriggers(client, async () => {
        await importRows({ client, vault: target.vault }, folder, about, seen);
        seen({ doing: "Counting", done: 0, of: 1 });
        await recomputeDerived(client);
      });
      await requireNoFault(client);
      await recordRestore(client, { kind: "export", madeAt: about.madeAt });
      await holdBackFree(client);
      await copyFiles({ client, target, about }, folder, written, seen);
    });
  await withClient(target.databaseUrl, work, ledgerSettings(target));
  return about;
}

async function importRows(
  entering: Parameters<typeof enterRows>[0],
  folder: string,
  about: ExportAbout,
  seen: (progress: ExportProgress) => void,
): Promise<void> {
  for (const { table } of exportedTables.toReversed()) await entering.client.query(`delete from ${quoted(table)}`);
  for (const table of exportedTables) {
    const file = `${table.name}.json`;
    const of = about.rows[table.name];
    if (of === undefined && table.isLater) continue;
    if (of === undefined) throw new StartProblem(`${exportAbout} does not say how many rows ${file} has. Nothing was changed.`);
    let done = 0;
    for await (const { line, rows } of readExportedRows(join(folder, file), table)) {
      await enterRows(entering, table, rows, { file, line });
      done += rows.length;
      seen({ doing: table.name, done, of });
    }
    if (done !== of) throw new StartProblem(`${file} has ${done} rows, and ${exportAbout} says ${of}. Nothing was changed.`);
  }
}

/** Checks that the imported rows are consistent, because the files may have been edited. */
async function requireNoFault(client: Client): Promise<void> {
  await client.query("set local enable_nestloop = off; set local enable_mergejoin = off");
  const refuse = (fault: Fault) => {
    throw new StartProblem(`The files do not agree with each other: ${lineOf(fault)}. Nothing was changed.`);
  };
  for (const check of [...bookChecks, ...paymentChecks, ...ledgerChecks])
    for await (const fault of streamRows<Fault>(client, check)) refuse(fault);
}

async function copyFiles(
  { client, target: { files }, about }: { client: Client; target: ImportTarget; about: ExportAbout },
  folder: string,
  written: string[],
  seen: (progress: ExportProgress) => void,
): Promise<void> {
  const named = await readNamedFiles(client);
  for (const [at, { key, isNeeded }] of named.entries()) {
    if (!isFileKey(key)) throw new StartProblem(`${key} is not where a picture may lie. Nothing was changed.`);
    const bytes = await readPicture(folder, key);
    const there = await files.get(key);
    if (!bytes && !there && isNeeded && !about.missingFiles.includes(key))
      throw new StartProblem(`${exportFiles}/${key} is missing, so the folder is not whole. Nothing was changed.`);
    if (bytes && there && !isSame(there, bytes))
      throw new StartProblem(`There is another file where ${key} belongs. Empty the place first. Nothing was changed.`);
    if (bytes && !there) {
      written.push(key);
      await files.put(key, bytes);
    }
    seen({ doing: "Pictures", done: at + 1, of: named.length });
  }
}

/**
 * Reads a picture of the folder; null if there is none. Refuses symbolic links, which could expose
 * files that the creator of the folder may not read.
 */
async function readPicture(folder: string, key: string): Promise<Buffer | null> {
  const path = await realpath(join(folder, exportFiles, key)).catch(withoutFile);
  if (path === null) return null;
  if (path !== join(await realpath(folder), exportFiles, key))
    throw new StartProblem(`${exportFiles}/${key} is a link that leads elsewhere. Nothing was changed.`);
  return readFile(path);
}

function withoutFile(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
