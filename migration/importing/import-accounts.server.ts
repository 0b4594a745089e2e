import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { isSame } from "#platform/encryption/vault.server.ts";
import { JsonProblem } from "#platform/json/json-problem.ts";
import { readJson, type Wish } from "#platform/json/read-json.ts";
import { readHashConfig } from "#shop/accounts/passwords/hash-config.ts";
import { writeOldHash } from "#shop/accounts/passwords/old-hash.ts";
import { storeHashConfig } from "#shop/accounts/passwords/old-passwords.server.ts";
import { endSessions } from "#shop/accounts/sessions/end-sessions.server.ts";
import { textOf } from "#shop/refusal.ts";
import { ExportProblem } from "../export-problem.ts";
import { textOfJsonProblem } from "../json-problem-text.server.ts";
import type { Migration, MigrationSources } from "../migration.server.ts";
import { fitsAccount, fitsPassword } from "../old-shop/fits-row.server.ts";
import { localKey } from "../old-shop/local-keys.server.ts";
import { type OldAccount, readOldAccount } from "../old-shop/old-account.ts";
import type { ReportRow, Warning } from "../report/report-row.ts";
import { type AccountDecision, decideAccount } from "./account-decision.ts";
import { type KnownAccounts, knownAccounts } from "./known-accounts.server.ts";
import { withdrawAccount } from "./withdraw-account.server.ts";
import { type AccountToWrite, hereOf, remember, writeChanged, writeNew } from "./write-accounts.server.ts";

/** How many accounts are decided together. */
const ROWS_AT_ONCE = 500;

type Files = NonNullable<MigrationSources["accounts"]>;
type Row = { path: string; account: OldAccount; there: Buffer[]; warnings: Warning[] };

/**
 * Imports the accounts under their old ids and remembers them in `old_shop_rows` with kind
 * `account`. Orders imported later find their customers there; orders imported earlier are linked
 * now. Throws `ExportProblem` for files that cannot be read. [S3.6]
 */
export async function importAccounts(migration: Migration, files: Files): Promise<void> {
  const config = readHashConfig(await readFile(files.hashConfig, "utf8").catch(unreadable("hashConfigUnreadable")));
  if (!config) throw new ExportProblem(textOf("hashConfigIncomplete"));
  const keyNumber = await storeHashConfig(migration.services, migration.tx, config, migration.at);
  await migration.tx.execute(sql`create temporary table accounts_seen (old_id text primary key) on commit drop`);

  let batch: Row[] = [];
  const { size } = await stat(files.file).catch(unreadable("accountsFileUnreadable"));
  const source = createReadStream(files.file);
  const importRows = async () => {
    await importBatch(migration, batch, keyNumber);
    migration.seen({ doing: "accounts", done: source.bytesRead, total: size });
    batch = [];
  };
  for await (const { path, value } of rowsOf(source)) {
    const read = readOldAccount(value);
    if (!read) await migration.report([{ kind: "account", path, outcome: "skipped", warnings: ["accountNotRead"] }]);
    else if (!fits(read.account, keyNumber))
      await migration.report([{ kind: "account", path, outcome: "skipped", warnings: ["rowUnusable"] }]);
    else batch.push({ ...read, path, there: migration.services.vault.fingerprints(`account\n${JSON.stringify(value)}`) });
    if (batch.length >= ROWS_AT_ONCE) await importRows();
  }
  await importRows();
  // Otherwise, connections with plans from when there were few accounts would scan the whole table
  // for each request.
  await migration.tx.execute(sql`analyze users`);
  await linkOrders(migration);
}

function fits(account: OldAccount, keyNumber: number): boolean {
  const { password } = account;
  return fitsAccount(account) && (password === null || fitsPassword(writeOldHash({ keyNumber, ...password })));
}

function unreadable(code: "hashConfigUnreadable" | "accountsFileUnreadable"): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    throw new ExportProblem(textOf(code, { error: error.code ?? "" }));
  };
}

const NO_LIST = textOf("accountsNotListed");

/** The rows of the `users` list, or of a file that is just that list. */
async function* rowsOf(source: AsyncIterable<Buffer>): AsyncGenerator<{ path: string; value: unknown }> {
  const isRow = ([first = "", second]: readonly string[], length: number) =>
    length === 2 ? first === "users" && second !== undefined : length === 1 && /^\d+$/.test(first);
  let isFound = false;
  const wish = (path: readonly string[]): Wish => {
    if (path[0] === "users") isFound = true;
    if (isRow(path, path.length)) return "take";
    return path.length === 0 || (path.length === 1 && path[0] === "users") ? "enter" : "skip";
  };
  try {
    for await (const { path, value } of readJson(source, wish)) {
      isFound ||= isRow(path, path.length);
      if (isRow(path, path.length)) yield { path: path.map(localKey).join("/"), value };
      else if (path.length === 0 || path[0] === "users") throw new ExportProblem(NO_LIST);
    }
    if (!isFound) throw new ExportProblem(NO_LIST);
  } catch (error) {
    throw error instanceof JsonProblem ? new ExportProblem(textOf("accountsNotJson", { problem: textOfJsonProblem(error) })) : error;
  }
}

async function importBatch(migration: Migration, rows: Row[], keyNumber: number): Promise<void> {
  const { tx, at, by } = migration;
  const batch = await withoutRepeats(migration, rows);
  if (batch.length === 0) return;
  const known = await knownAccounts(
    tx,
    batch.map(({ account }) => account),
  );
  const fresh: AccountToWrite[] = [];
  const reported: ReportRow[] = [];
  for (const row of batch) {
    let decision = decide(known, row);
    if (decision.withdraws !== null) {
      const isMadeRoom = await withdrawAccount(tx, by, decision.withdraws, at);
      if (!isMadeRoom) decision = { ...decision, email: null, warnings: ["accountEmailOfAdmin"] };
    }
    await write(migration, known, row, decision, fresh, keyNumber);
    if (decision.email !== null) known.owners.set(decision.email, { id: localIdOf(known, row), wasAdmin: false, isImported: true });
    reported.push({ kind: "account", path: row.path, outcome: decision.outcome, warnings: allWarnings(row, decision) });
  }
  await writeNew(tx, fresh, keyNumber, at);
  await migration.report(reported);
}

/** Keeps the first row of each account and reports the others. */
async function withoutRepeats({ tx, report }: Migration, rows: Row[]): Promise<Row[]> {
  const first = new Map<string, Row>();
  for (const row of rows) if (!first.has(row.account.oldId)) first.set(row.account.oldId, row);
  const ids = [...first.keys()];
  const { rows: fresh } = await tx.execute<{ id: string }>(
    sql`insert into accounts_seen select unnest(${sql.param(ids)}::text[]) on conflict do nothing returning old_id as id`,
  );
  const written = new Set(fresh.map(({ id }) => first.get(id)));
  const repeated = rows.filter((row) => !written.has(row));
  await report(repeated.map(({ path }) => ({ kind: "account", path, outcome: "skipped", warnings: ["accountTwice"] })));
  return rows.filter((row) => written.has(row));
}

function localIdOf({ imported }: KnownAccounts, { account }: Row): string {
  return imported.get(account.oldId)?.localId ?? account.oldId;
}

function decide(known: KnownAccounts, row: Row): AccountDecision {
  const { account, there } = row;
  const imported = known.imported.get(account.oldId);
  const local = known.locals.get(localIdOf(known, row)) ?? null;
  const owner = account.email === null ? null : (known.owners.get(account.email) ?? null);
  return decideAccount(account, {
    imported: imported
      ? {
          isSameThere: there.some((print) => isSame(print, imported.there)),
          isSameHere: local !== null && imported.here !== null && isSame(hereOf(local), imported.here),
        }
      : null,
    local,
    emailOwner: owner && owner.id !== local?.id ? owner : null,
  });
}

/** Collects the new accounts and writes them together. */
async function write(
  { tx, at }: Migration,
  known: KnownAccounts,
  row: Row,
  { writes, email }: AccountDecision,
  fresh: AccountToWrite[],
  keyNumber: number,
): Promise<void> {
  const { account, there: prints } = row;
  const [there = Buffer.alloc(0)] = prints;
  const local = known.locals.get(localIdOf(known, row));
  if (writes === "new") fresh.push({ account, there, email });
  if (writes === "changed" && local) {
    known.owners.delete(local.email);
    await writeChanged(tx, { account, there, email }, local, keyNumber, at);
    if ((account.disabled || email === null) && !local.disabled) await endSessions(tx, local.id);
  }
  if (writes === "remembered" && local) {
    const here = known.imported.has(account.oldId) ? null : hereOf(local);
    await remember(tx, [{ oldId: account.oldId, localId: local.id, there, here }], at);
  }
}

/**
 * The warnings about a row's content matter only if it is written; otherwise only the reasons why
 * it is not.
 */
function allWarnings(row: Row, { writes, warnings }: AccountDecision): Warning[] {
  return writes === "new" || writes === "changed" ? [...row.warnings, ...warnings] : warnings;
}

/** Links orders that were imported before their customers. */
async function linkOrders({ tx }: Migration): Promise<void> {
  await tx.execute(sql`update orders o set user_id = u.id
    from old_shop_rows i join old_shop_rows a on a.kind = 'account' and a.old_id = i.old_user_id join users u on u.id = a.local_id
    where i.kind = 'order' and i.local_id = o.id and o.user_id is null`);
}
