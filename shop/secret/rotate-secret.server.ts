import { drizzle } from "drizzle-orm/node-postgres";
import type { Client } from "pg";
import { requireNobodyThere } from "#platform/database/no-connections.server.ts";
import { quoted, readShape } from "#platform/database/table-shape.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { withoutTriggers } from "#platform/database/without-triggers.server.ts";
import { activateNextSecret, dropNextSecret, keyCheckOf, readKeyCheck, storeNextSecret } from "#platform/encryption/secret.server.ts";
import { isSame, openVault, type Vault } from "#platform/encryption/vault.server.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { operator } from "#shop/audit/operator.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { ledgerKeys, ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { signTransaction } from "#shop/ledger/sign-transaction.server.ts";
import { verifyLedger } from "#shop/verify/verify-ledger.server.ts";
import { columnsThatAre } from "./byte-columns.server.ts";
import { openVaultOf, storeKeysOf } from "./earlier-keys.server.ts";
import { reencrypt, type Vaults } from "./reencrypt.server.ts";
import { renameIds } from "./rename-ids.server.ts";

/** The shop whose secret is rotated: its fully migrated database and its data folder. */
type StoppedShop = { databaseUrl: string; dataDir: string };

/**
 * The old and the new secret. `isKept`: the shop stores the new one in its data folder; otherwise
 * the operator sets it.
 */
export type Rotation = { from: string; to: string; isStored: boolean };

/** The progress of a rotation. */
export type RotationProgress = { doing: string; done: number };

/** How many IDs and other values were re-encrypted. */
export type Rotated = { ids: number; others: number };

const ENDING_MS = 3_000;
/** PostgreSQL's error code for a lock timeout. */
const LOCKED = "55P03";
/** The table whose rows are also renamed in the ledger. */
const IDS = "units";

/**
 * Rotates the secret of a stopped shop: re-encrypts all values, gives every ID its new fingerprint
 * and continues the ledger under the new key. All or nothing: after a crash the shop starts with
 * either the old or the new secret. Ends all sessions. Throws a `StartProblem`, without changing
 * anything, if the shop is running, `from` is not its secret, a value cannot be decrypted or the
 * ledger has a fault.
 */
export async function rotateSecret(
  { databaseUrl, dataDir }: StoppedShop,
  { from, to, isStored }: Rotation,
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
        if (isStored) await storeNextSecret(dataDir, to);
        seen({ doing: "writing it down", done: 0 });
        isCommitting = true;
        await client.query("commit");
      } catch (error) {
        await client.query("rollback").catch(() => {});
        // A commit without an answer may have succeeded; then the next start needs the
        // `secret.next` file.
        if (isStored && !isCommitting) await dropNextSecret(dataDir);
        throw error;
      }
      seen({ doing: "putting the secret in its place", done: 0 });
      if (isStored) await activateNextSecret(dataDir);
      await sweepAway(client, seen);
      return rotated;
    },
    settings,
  );
}

/**
 * Locks the whole shop: nobody else reads or writes it, and a starting shop waits to see which
 * secret applies.
 */
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
  { from, to }: Omit<Rotation, "isStored">,
  seen: (progress: RotationProgress) => void,
): Promise<Rotated> {
  const known = await readKeyCheck(client);
  if (!known || !isSame(known, keyCheckOf(from))) throw new StartProblem("The secret does not fit this database. Nothing was changed.");
  const vaults: Vaults = { from: await openVaultOf(from, client), to: openVault(to) };
  seen({ doing: "checking the ledger", done: 0 });
  await requireWholeLedger(client, vaults.from);

  const tx = drizzle(client);
  await signTransaction(tx, operator);
  await recordAction(tx, operator, { action: "secret-changed", subject: { kind: "settings", id: "settings", name: "secret" } }, new Date());
  await client.query("update key_check set value = $1, recorded_at = now(), ledger_check = ledger_mac('\\x03')", [keyCheckOf(to)]);
  await storeKeysOf(client, vaults.from, from);

  const rotated: Rotated = { ids: 0, others: 0 };
  seen({ doing: "IDs", done: 0 });
  // The triggers guard against things that cannot happen here, and take longer than all the rest.
  await withoutTriggers(client, () =>
    renameIds(client, vaults, (ids) => {
      rotated.ids += ids;
      seen({ doing: "IDs", done: rotated.ids });
    }),
  );
  for (const column of columnsThatAre("encrypted")) {
    if (column.table === IDS) continue;
    let done = 0;
    seen({ doing: column.table, done });
    await reencrypt(client, column, vaults, (rows) => {
      done += rows;
      seen({ doing: column.table, done });
    });
    rotated.others += done;
  }
  // Devices stay notified: their sessions end here as if they had run out, and not by a logout.
  await client.query("update push_devices set session_id = null");
  for (const { table } of columnsThatAre("forgotten")) await client.query(`delete from ${quoted(table)}`);
  return rotated;
}

/** Verifies the ledger before it continues under the new key, which would hide an earlier fault. */
async function requireWholeLedger(client: Client, vault: Vault): Promise<void> {
  for await (const { row, wrong } of verifyLedger(client, ledgerKeys({ vault }))) {
    throw new StartProblem(
      `${row}: ${wrong}. The secret is changed only while the ledger is whole: look with npm run shop -- verify, or restore a backup of before. Nothing was changed.`,
    );
  }
}

/**
 * Rewrites the tables so that no old row version remains that the old secret could decrypt. The
 * rotation is already committed, so errors are ignored.
 */
async function sweepAway(client: Client, seen: (progress: RotationProgress) => void): Promise<void> {
  const tables = new Set(columnsThatAre("encrypted").map(({ table }) => table));
  for (const table of tables) {
    seen({ doing: `tidying up ${table}`, done: 0 });
    await client.query(`vacuum (full, analyze) ${quoted(table)}`).catch(() => {});
  }
}
