import type { Client } from "pg";
import { copyIn } from "#platform/database/copy.server.ts";
import { emptySchema } from "#platform/database/empty-schema.server.ts";
import { requireVersion, shapeAs } from "#platform/database/migrate.server.ts";
import { quoted } from "#platform/database/table-shape.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { withoutTriggers } from "#platform/database/without-triggers.server.ts";
import { eachAtOnce } from "#platform/each-at-once.ts";
import { activateNextSecret, dropNextSecret, storeNextSecret } from "#platform/encryption/secret.server.ts";
import { isSame, openVault } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { recordRestore } from "#shop/stock/restored/hold-back.server.ts";
import { type BackupProgress, backupParts } from "./backup-contents.ts";
import type { CheckedBackup } from "./check-backup.server.ts";
import { COPIES_AT_ONCE } from "./constants.ts";
import { fillTarget } from "./fill-target.server.ts";
import { readCopy } from "./picture-copies.server.ts";
import { requireCheckedRows } from "./require-checked-rows.server.ts";
import { requireEmptyTarget } from "./require-empty-target.server.ts";

/** The target of a restore. */
export type RestoreTarget = Pick<Services, "files"> & { databaseUrl: string; dataDir: string };

/** A callback for progress, and whether to accept rows that no form could have written. */
type RestoreOptions = { seen?: (progress: BackupProgress) => void; withFaults?: boolean };

/**
 * Restores a shop: all rows and files, in the schema version of the backup; a generated secret goes
 * into the data folder. All or nothing, except for pictures that are missing or damaged beside the
 * backup: their names are returned. The next opening holds its free IDs back. Throws a
 * `StartProblem`, before writing anything, if the target is in use, and, unless `withFaults`, for
 * the first row that breaks a rule of the forms.
 */
export async function restoreBackup(
  target: RestoreTarget,
  { archive, about, migrations, summary, secret, ownSecret, keyOf, copies }: CheckedBackup,
  { seen = () => {}, withFaults = false }: RestoreOptions = {},
): Promise<{ missing: string[] }> {
  const missing = [...summary.missingFiles];
  const vault = openVault(secret);
  const work = async (client: Client) => {
    await requireVersion(client);
    await fillTarget(client, target.files, async (written) => {
      await requireEmptyTarget(client);
      await emptySchema(client);
      await shapeAs(client, migrations);
      await withoutTriggers(client, () => fill(written));
      if (!withFaults) await requireCheckedRows({ client, vault }, migrations);
      await recordRestore(client, { kind: "backup", madeAt: about.madeAt });
      if (ownSecret !== null) await storeNextSecret(target.dataDir, ownSecret);
    });
    if (ownSecret === null) await dropNextSecret(target.dataDir);
    else await activateNextSecret(target.dataDir);

    async function fill(written: string[]): Promise<void> {
      const tables = Object.keys(summary.rows).map(quoted);
      await client.query(`truncate ${tables.join(", ")}`);
      let doing = "beginning";
      await archive.read(
        async ({ kind, name, columns = [] }, content) => {
          doing = kind === backupParts.file ? "files" : name;
          if (kind === backupParts.table)
            await copyIn(client, `copy ${quoted(name)} (${columns.map(quoted).join(", ")}) from stdin`, content);
          if (kind === backupParts.file) await restoreFile(written, name, await whole(content));
          if (kind === backupParts.copies) await restoreCopies(written, name, (await whole(content)).toString());
        },
        (bytes) => seen({ doing, bytes }),
      );
      for (const { table, column, last, isGiven } of summary.numbers) {
        await client.query("select setval(pg_get_serial_sequence($1, $2), $3, $4)", [quoted(table), column, last, isGiven]);
      }
      await requireAllRows(client, summary.rows);
    }

    /** A picture that is there already has the same bytes: its name was drawn for them. */
    async function restoreCopies(written: string[], id: string, names: string): Promise<void> {
      const there = new Set<string>();
      for await (const { key } of target.files.list()) there.add(key);
      const wanted = new Set(names.split("\n").filter((key) => key !== "" && !there.has(key)));
      await eachAtOnce(wanted, COPIES_AT_ONCE, async (key) => {
        const bytes = await readCopy(copies, { id, key }, keyOf);
        if (bytes === null) return void missing.push(key);
        written.push(key);
        await target.files.put(key, bytes);
      });
    }

    /**
     * Existing files may belong to another shop on the same storage, so they are never overwritten
     * or removed.
     */
    async function restoreFile(written: string[], key: string, bytes: Buffer): Promise<void> {
      const there = await target.files.get(key);
      if (there && isSame(there, bytes)) return;
      if (there) throw new StartProblem(`There is another file where ${key} belongs. Empty the place first. Nothing was changed.`);
      written.push(key);
      await target.files.put(key, bytes);
    }
  };
  await withClient(target.databaseUrl, work, ledgerSettings({ vault }));
  return { missing };
}

async function whole(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const blocks: Buffer[] = [];
  for await (const block of content) blocks.push(block);
  return Buffer.concat(blocks);
}

async function requireAllRows(client: Client, counts: Record<string, number>): Promise<void> {
  for (const [table, count] of Object.entries(counts)) {
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${quoted(table)}`);
    if (Number(rows[0]?.count) !== count) throw new Error(`the table ${table} has ${rows[0]?.count} rows and not ${count}`);
  }
}
