import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import { requireNobodyThere } from "#platform/database/nobody-there.server.ts";
import { quoted } from "#platform/database/shape.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { withoutTriggers } from "#platform/database/without-triggers.server.ts";
import { isFileKey } from "#platform/files/file-key.ts";
import type { Services } from "#platform/provides.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { isSame } from "#platform/vault.server.ts";
import { fillPlace } from "#shop/backups/fill-place.server.ts";
import { readNamedFiles } from "#shop/backups/named-files.server.ts";
import { requireEmptyPlace } from "#shop/backups/require-empty-place.server.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { bookChecks } from "#shop/verify/book-checks.ts";
import { type Fault, lineOf } from "#shop/verify/fault.ts";
import { streamRows } from "#shop/verify/stream-rows.server.ts";
import { countAnew } from "./count-anew.server.ts";
import { enterRows } from "./enter-rows.server.ts";
import { ExportAbout, exportAbout, exportFiles } from "./export-about.ts";
import type { ExportProgress } from "./export-folder.server.ts";
import { readExportedRows } from "./exported-rows.server.ts";
import { exportedTables } from "./exported-tables.ts";

/** The empty shop that takes an export in: its database has the newest shape and belongs to its secret. */
export type TakingIn = Pick<Services, "files" | "vault"> & { databaseUrl: string };

/** How long a connection that is just ending gets for it. */
const ENDING_MS = 10_000;

/** Refuses a place where a shop lives, or runs. */
export async function requirePlaceForExport(client: Client): Promise<void> {
  await requireNobodyThere(client, ENDING_MS);
  await requireEmptyPlace(client, { what: "An export is taken in", command: "take-in <folder>" });
}

/** Tells what is in an export's folder. Throws a `StartProblem` where it is none, or not whole. */
export async function readExportAbout(folder: string): Promise<ExportAbout> {
  const text = await readFile(join(folder, exportAbout), "utf8").catch(() => null);
  if (text === null) throw new StartProblem(`There is no ${exportAbout} in ${folder}: it is not the folder of an export, or not whole.`);
  const about = ExportAbout.safeParse(jsonOf(text));
  if (!about.success) throw new StartProblem(`${exportAbout} is damaged, or of a newer version of the shop.`);
  return about.data;
}

/**
 * Takes the whole shop of an export's folder into an empty one: every row, sealed with the secret of the shop that takes it in, and the pictures. All of
 * it, or nothing. Throws a `StartProblem` that names the file and line of what is wrong.
 */
export async function takeInFolder(
  place: TakingIn,
  folder: string,
  seen: (progress: ExportProgress) => void = () => {},
): Promise<ExportAbout> {
  const about = await readExportAbout(folder);
  const work = (client: Client) =>
    fillPlace(client, place.files, async (written) => {
      await requirePlaceForExport(client);
      await withoutTriggers(client, async () => {
        await takeInRows({ client, vault: place.vault }, folder, about, seen);
        seen({ doing: "Counting", done: 0, of: 1 });
        await countAnew(client);
      });
      await requireNoFault(client);
      await bringFiles({ client, place, about }, folder, written, seen);
    });
  await withClient(place.databaseUrl, work, ledgerSettings(place));
  return about;
}

async function takeInRows(
  entering: Parameters<typeof enterRows>[0],
  folder: string,
  about: ExportAbout,
  seen: (progress: ExportProgress) => void,
): Promise<void> {
  for (const { table } of exportedTables.toReversed()) await entering.client.query(`delete from ${quoted(table)}`);
  for (const table of exportedTables) {
    const file = `${table.name}.json`;
    const of = about.rows[table.name] ?? 0;
    let done = 0;
    for await (const { line, rows } of readExportedRows(join(folder, file), table)) {
      await enterRows(entering, table, rows, `${file}, lines ${line} to ${line + rows.length - 1}`);
      done += rows.length;
      seen({ doing: table.title, done, of });
    }
    if (done !== of) throw new StartProblem(`${file} has ${done} rows, and ${exportAbout} says ${of}. Nothing was changed.`);
  }
}

/** The books have to be right, whoever wrote the files. */
async function requireNoFault(client: Client): Promise<void> {
  await client.query("set local enable_nestloop = off; set local enable_mergejoin = off");
  for (const check of bookChecks) {
    for await (const fault of streamRows<Fault>(client, check)) {
      throw new StartProblem(`The files do not agree with each other: ${lineOf(fault)}. Nothing was changed.`);
    }
  }
}

async function bringFiles(
  { client, place: { files }, about }: { client: Client; place: TakingIn; about: ExportAbout },
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

/** A picture of the folder, null where there is none. A link could lead to what the folder's maker may not read, and put it on a page. */
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

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
