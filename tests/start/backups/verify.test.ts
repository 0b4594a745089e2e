import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openEmbedded } from "#platform/database/embedded/embedded.server.ts";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { openDiskFiles } from "#platform/files/disk.server.ts";
import { backupName } from "#shop/backups/backup-name.ts";
import { makeBackup } from "#shop/backups/make-backup.server.ts";
import { aProduct } from "#tests/support/shop/builders.ts";
import { openShopOn } from "#tests/support/shop/opened-shop.ts";
import { aSettledFolder, command, isBuilt, needsBuild } from "../shop-process.ts";

/** Several processes run one after another. */
vi.setConfig({ testTimeout: 120_000 });

test.skipIf(!isBuilt)(
  `npm run shop -- verify ends with 0 in a whole shop, and names what is wrong and ends with 1 in one that is not${needsBuild}`,
  async () => {
    const dataDir = await aSettledFolder();
    const whole = command(["verify"], dataDir);
    expect(await whole.ended, whole.output()).toBe(0);
    expect(whole.output()).toContain("Nothing is wrong: 0 IDs, 0 orders and 0 ledger rows.");

    const embedded = await openEmbedded(dataDir);
    const db = openDatabase(embedded.url, { max: 1 });
    await db.$client.query("set session_replication_role = replica");
    await db.$client.query("insert into products (id, name, price_paise, created_at, updated_at) values ('lost', 'Gold', 1, now(), now())");
    await closeDatabase(db);
    await embedded.close();
    const broken = command(["verify"], dataDir);
    expect(await broken.ended).toBe(1);
    expect(broken.output()).toContain("product lost: it has no stock row\n1 fault among");
  },
);

test.skipIf(!isBuilt)(
  `verify compares the ledger with the backup it is given, and by itself with the newest of BACKUP_DIR${needsBuild}`,
  async () => {
    const dataDir = await aSettledFolder();
    const embedded = await openEmbedded(dataDir);
    onTestFinished(embedded.close);
    const services = await openShopOn(embedded.url, { dataDir });
    await aProduct({ services }, { id: "p", ids: ["one", "two"] });
    await services.close();
    const backups = join(dataDir, "daily");
    await mkdir(backups);
    const file = join(backups, backupName(new Date()));
    const passphrase = "a passphrase of some length";
    const files = openDiskFiles(join(dataDir, "files"));
    const secret = { value: await readFile(join(dataDir, "secret"), "utf8"), isOperators: false };
    const source = { databaseUrl: embedded.url, files, now: () => new Date(), secret };
    await makeBackup(source, file, { passphrase });
    const verify = async (words: string[], env: Record<string, string>) => {
      const done = command(["verify", ...words], dataDir, { BACKUP_PASSPHRASE: passphrase, ...env });
      return { status: await done.ended, output: done.output() };
    };
    expect((await verify(["--backup", file], {})).output).toContain("The ledger continues from the backup of 20");

    await withClient(embedded.url, async (client) => {
      await client.query(
        "set session_replication_role = replica; update product_stock set ledger_seq = ledger_seq - 1 where product_id = 'p'",
      );
      await client.query(
        "delete from ledger where product_id = 'p' and seq > (select ledger_seq from product_stock where product_id = 'p')",
      );
    });
    const cut = /ledger of product p: the backup of \S+ knows it with \d+ rows, and it has \d+: it was cut off/;
    expect(await verify([], { BACKUP_DIR: backups })).toMatchObject({ status: 1, output: expect.stringMatching(cut) });
    const locked = await verify([], { BACKUP_DIR: backups, BACKUP_PASSPHRASE: "another passphrase" });
    expect(locked).toMatchObject({ status: 1, output: expect.stringContaining(`backup ${file}: The passphrase is wrong.`) });
    // As if this database were under the other secret.
    await withClient(embedded.url, (client) => client.query("set session_replication_role = replica; delete from key_check"));
    const rotated = join(backups, backupName(new Date(Date.now() + 1_000)));
    await makeBackup({ ...source, secret: { value: "another secret of some length", isOperators: true } }, rotated, { passphrase });
    const other = await verify([], { BACKUP_DIR: backups });
    expect(other.output).toContain(`backup ${rotated}: It was made with another secret`);
    expect(other.output).toContain("Make a new backup and name it with --backup");
    expect(await verify(["everything"], {})).toMatchObject({ status: 1, output: expect.stringContaining("Name a backup") });
  },
);
