import type { Client } from "pg";
import { copyIn } from "#platform/database/copy.server.ts";
import { emptySchema } from "#platform/database/empty-schema.server.ts";
import { requireVersion, shapeAs } from "#platform/database/migrate.server.ts";
import { quoted } from "#platform/database/shape.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { withoutTriggers } from "#platform/database/without-triggers.server.ts";
import type { Services } from "#platform/provides.ts";
import { dropNextSecret, layNextSecret, takeNextSecret } from "#platform/secret.server.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { isSame } from "#platform/vault.server.ts";
import { type BackupProgress, backupParts } from "./backup-contents.ts";
import type { CheckedBackup } from "./check-backup.server.ts";
import { fillPlace } from "./fill-place.server.ts";
import { requireEmptyPlace } from "./require-empty-place.server.ts";

/** The place that a backup is restored into. */
export type RestorePlace = Pick<Services, "files"> & { databaseUrl: string; dataDir: string };

/**
 * Brings a shop back as it was: every row and every file, in the shape that its database had; the secret, where it had made its own, goes into the
 * data folder. All of it, or nothing. Throws a `StartProblem`, before anything is written, where a shop lives already.
 */
export async function restoreBackup(
  place: RestorePlace,
  { archive, migrations, summary, secretToKeep }: CheckedBackup,
  seen: (progress: BackupProgress) => void = () => {},
): Promise<void> {
  await withClient(place.databaseUrl, async (client) => {
    await requireVersion(client);
    await fillPlace(client, place.files, async (written) => {
      await requireEmptyPlace(client);
      await emptySchema(client);
      await shapeAs(client, migrations);
      await withoutTriggers(client, () => fill(written));
      if (secretToKeep !== null) await layNextSecret(place.dataDir, secretToKeep);
    });
    if (secretToKeep === null) await dropNextSecret(place.dataDir);
    else await takeNextSecret(place.dataDir);

    async function fill(written: string[]): Promise<void> {
      const tables = Object.keys(summary.rows).map(quoted);
      await client.query(`truncate ${tables.join(", ")}`);
      let doing = "beginning";
      await archive.read(
        async ({ kind, name, columns = [] }, content) => {
          doing = kind === backupParts.file ? "files" : name;
          if (kind === backupParts.table)
            await copyIn(client, `copy ${quoted(name)} (${columns.map(quoted).join(", ")}) from stdin`, content);
          if (kind === backupParts.file) await bring(written, name, await whole(content));
        },
        (bytes) => seen({ doing, bytes }),
      );
      for (const { table, column, last, isGiven } of summary.numbers) {
        await client.query("select setval(pg_get_serial_sequence($1, $2), $3, $4)", [quoted(table), column, last, isGiven]);
      }
      await requireAllRows(client, summary.rows);
    }

    /** A file that is there already may be another shop's on the same storage: it is left alone, also when the rest fails. */
    async function bring(written: string[], key: string, bytes: Buffer): Promise<void> {
      const there = await place.files.get(key);
      if (there && isSame(there, bytes)) return;
      if (there) throw new StartProblem(`There is another file where ${key} belongs. Empty the place first. Nothing was changed.`);
      written.push(key);
      await place.files.put(key, bytes);
    }
  });
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
