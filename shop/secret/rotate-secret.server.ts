import { drizzle } from "drizzle-orm/node-postgres";
import type { Client } from "pg";
import { requireNobodyThere } from "#platform/database/nobody-there.server.ts";
import { quoted, readShape } from "#platform/database/shape.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { withoutTriggers } from "#platform/database/without-triggers.server.ts";
import { dropNextSecret, keyCheckOf, layNextSecret, readKeyCheck, takeNextSecret } from "#platform/secret.server.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { isSame, openVault, type Vault } from "#platform/vault.server.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { operator } from "#shop/audit/operator.ts";
import { ledgerKeys, ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { signDeed } from "#shop/ledger/sign-deed.server.ts";
import { verifyLedger } from "#shop/verify/verify-ledger.server.ts";
import { columnsThatAre } from "./bytes-kept.ts";
import { keepKeysOf, openVaultOf } from "./earlier-keys.server.ts";
import { renameIds } from "./rename-ids.server.ts";
import { sealAnew, type Vaults } from "./seal-anew.server.ts";

/** The shop whose secret changes: its database, in the newest shape, and its data folder. */
export type SecretPlace = { databaseUrl: string; dataDir: string };

/** The secret that goes and the one that comes; `isKept`: the new one is the shop's own and is kept in the data folder, else the operator sets it. */
export type Rotation = { from: string; to: string; isKept: boolean };

/** How far a change of the secret is. */
export type RotationProgress = { doing: string; done: number };

/** What was sealed anew. */
export type Rotated = { ids: number; others: number };

const ENDING_MS = 3_000;
/** What PostgreSQL says when a lock was not to be had in time. */
const LOCKED = "55P03";
/** The table whose rows are renamed in the ledger too. */
const IDS = "units";

/**
 * Changes the secret of a shop that is not running: opens all that was sealed and seals it for the new one, gives every ID its new fingerprint, and goes on with
 * the ledger under the new key. All of it or nothing: a crash leaves a shop that starts with the one secret or the other. Sessions end. Throws a `StartProblem`,
 * with nothing changed, where a shop runs, where `from` is not its secret, where something cannot be opened, and where the ledger has a fault.
 */
export async function rotateSecret(
  { databaseUrl, dataDir }: SecretPlace,
  { from, to, isKept }: Rotation,
  seen: (progress: RotationProgress) => void = () => {},
): Promise<Rotated> {
  const settings = ledgerSettings({ vault: openVault(to) });
  return withClient(
    databaseUrl,
    async (client) => {
      await client.query("begin");
      let isCommitting = false;
      let rotated: Rotated;
      try {
        await takeForItself(client);
        rotated = await rewrite(client, { from, to }, seen);
        if (isKept) await layNextSecret(dataDir, to);
        seen({ doing: "writing it down", done: 0 });
        isCommitting = true;
        await client.query("commit");
      } catch (error) {
        await client.query("rollback").catch(() => {});
        // A commit that was not answered may have been done: then the next start needs the secret that lies beside.
        if (isKept && !isCommitting) await dropNextSecret(dataDir);
        throw error;
      }
      seen({ doing: "putting the secret in its place", done: 0 });
      if (isKept) await takeNextSecret(dataDir);
      await sweepAway(client, seen);
      return rotated;
    },
    settings,
  );
}

/** From here on nobody else reads or writes a row of the shop, and one that starts waits to see which secret it is. */
async function takeForItself(client: Client): Promise<void> {
  await client.query("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = '30s'");
  await requireNobodyThere(client, ENDING_MS);
  const tables = (await readShape(client)).map(({ name }) => quoted(name));
  await client.query(`lock table ${tables.join(", ")} in access exclusive mode`).catch((error: Error & { code?: string }) => {
    if (error.code !== LOCKED) throw error;
    throw new StartProblem("Another command works on this shop, a backup perhaps. Try again when it has ended. Nothing was changed.");
  });
  await requireNobodyThere(client, ENDING_MS);
}

async function rewrite(
  client: Client,
  { from, to }: Omit<Rotation, "isKept">,
  seen: (progress: RotationProgress) => void,
): Promise<Rotated> {
  const known = await readKeyCheck(client);
  if (!known || !isSame(known, keyCheckOf(from))) throw new StartProblem("The secret does not fit this database. Nothing was changed.");
  const vaults: Vaults = { from: await openVaultOf(from, client), to: openVault(to) };
  seen({ doing: "checking the ledger", done: 0 });
  await requireWholeLedger(client, vaults.from);

  const tx = drizzle(client);
  await signDeed(tx, operator);
  await noteDeed(tx, operator, { deed: "secret-changed", subject: { kind: "settings", id: "settings", name: "secret" } }, new Date());
  await client.query("update key_check set value = $1, noted_at = now(), ledger_check = ledger_mac('\\x03')", [keyCheckOf(to)]);
  await keepKeysOf(client, vaults.from, from);

  const rotated: Rotated = { ids: 0, others: 0 };
  seen({ doing: "IDs", done: 0 });
  // What the triggers look for cannot come about here, and looking takes them longer than all the rest.
  await withoutTriggers(client, () =>
    renameIds(client, vaults, (ids) => {
      rotated.ids += ids;
      seen({ doing: "IDs", done: rotated.ids });
    }),
  );
  for (const column of columnsThatAre("sealed")) {
    if (column.table === IDS) continue;
    let done = 0;
    seen({ doing: column.table, done });
    await sealAnew(client, column, vaults, (rows) => {
      done += rows;
      seen({ doing: column.table, done });
    });
    rotated.others += done;
  }
  for (const { table } of columnsThatAre("forgotten")) await client.query(`delete from ${quoted(table)}`);
  return rotated;
}

/** What the ledger says so far is closed with the new key: a fault in it would look whole afterwards. */
async function requireWholeLedger(client: Client, vault: Vault): Promise<void> {
  for await (const { row, wrong } of verifyLedger(client, ledgerKeys({ vault }))) {
    throw new StartProblem(
      `${row}: ${wrong}. The secret is changed only while the ledger is whole: look with npm run shop -- verify, or restore a backup of before. Nothing was changed.`,
    );
  }
}

/** Writes the tables anew, so that nothing stays behind in them that the earlier secret opens. The secret is changed already, whatever becomes of this. */
async function sweepAway(client: Client, seen: (progress: RotationProgress) => void): Promise<void> {
  const tables = new Set(columnsThatAre("sealed").map(({ table }) => table));
  for (const table of tables) {
    seen({ doing: `tidying up ${table}`, done: 0 });
    await client.query(`vacuum (full, analyze) ${quoted(table)}`).catch(() => {});
  }
}
