import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "#platform/config.server.ts";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { openDiskFiles } from "#platform/files/disk.server.ts";
import { setPassword } from "#shop/accounts/passwords/set-password.server.ts";
import type { Auth } from "#shop/accounts/sign-in/auth.server.ts";
import type { Admin, Visitor } from "#shop/accounts/visitor.ts";
import { openTestAuth } from "#tests/support/accounts/auth.ts";
import { anEmptyDatabase } from "#tests/support/database/empty-database.ts";
import { everyRow } from "#tests/support/database/every-row.ts";
import { aCustomer, aGuest, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { withoutRestores } from "#tests/support/shop/settled.ts";
import { openTestShop, TEST_SECRET, type TestShop } from "#tests/support/shop/shop.ts";
import { BackupForm } from "./backup-form.ts";
import { checkBackup } from "./check-backup.server.ts";
import { BACKUP_TICKET_MS, PASSPHRASE_MIN_LENGTH } from "./constants.ts";
import { allowBackupDownload, downloadBackup } from "./download-backup.server.ts";
import { restoreBackup } from "./restore-backup.server.ts";

const PASSPHRASE = "a passphrase of some length";
const PASSWORD = "the password of an admin";
const form = { currentPassword: PASSWORD, passphrase: PASSPHRASE, passphraseAgain: PASSPHRASE };

let shop: TestShop;
let auth: Auth;
let admin: Admin;
let folder: string;
beforeAll(async () => {
  shop = await openTestShop();
  auth = openTestAuth(shop.services);
  admin = await anAdmin(shop);
  const password = { userId: admin.userId, passwordHash: await auth.hash(PASSWORD), at: shop.services.now() };
  await inTransaction(shop.services.db, (tx) => setPassword(tx, password));
  const product = await aProduct(shop, { ids: ["kept-1", "kept-2"] });
  await aPendingOrder(shop, { productId: product.id });
  folder = await mkdtemp(join(tmpdir(), "trackside-backup-"));
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

const allow = (visitor: Visitor = admin, given = form) => allowBackupDownload(shop.services, auth, visitor, given, new Headers());

async function aTicket(): Promise<string> {
  const allowed = await allow();
  if (!allowed.ok) throw new Error(allowed.code);
  return allowed.value;
}

async function theFile(): Promise<Buffer> {
  const download = await downloadBackup(shop.services, admin, await aTicket());
  if (!download.ok) throw new Error(download.code);
  const blocks: Buffer[] = [];
  for await (const block of download.value.pieces) blocks.push(block);
  return Buffer.concat(blocks);
}

test("[S12.8] an admin downloads the whole shop in one encrypted file, which restores it, and the audit log has it", async () => {
  const bytes = await theFile();
  const { rows } = await shop.services.db.$client.query("select action, admin_name from audit_entries order by id desc limit 1");
  expect(rows).toEqual([{ action: "backup-downloaded", admin_name: admin.email }]);
  for (const secret of ["kept-1", TEST_SECRET, admin.email]) expect(bytes.includes(secret), secret).toBe(false);

  const file = join(folder, "whole.backup");
  await writeFile(file, bytes);
  const backup = await checkBackup(file, async () => PASSPHRASE, TEST_SECRET);
  const [databaseUrl, dataDir] = [await anEmptyDatabase(), join(folder, "restored")];
  await restoreBackup({ databaseUrl, files: openDiskFiles(dataDir), dataDir }, backup);
  expect(withoutRestores(await everyRow(databaseUrl))).toEqual(withoutRestores(await everyRow(shop.databaseUrl)));
});

test("[S12.8] a download that broke off is no backup, and leaves no connection behind", async () => {
  const bytes = await theFile();
  const file = join(folder, "half.backup");
  await writeFile(file, bytes.subarray(0, bytes.length - 40));
  await expect(checkBackup(file, async () => PASSPHRASE, TEST_SECRET)).rejects.toThrow();

  const download = await downloadBackup(shop.services, admin, await aTicket());
  if (!download.ok) throw new Error(download.code);
  await download.value.pieces.next();
  await download.value.pieces.next();
  await download.value.pieces.return(undefined);
  const open = () =>
    shop.services.db.$client.query(
      "select from pg_stat_activity where datname = current_database() and application_name = 'trackside work'",
    );
  await expect.poll(async () => (await open()).rowCount).toBe(0);
});

test("[S12.8] [S6.3] only an admin who gives the password gets a backup, within a minute", async () => {
  for (const visitor of [aGuest(), await aCustomer(shop)]) {
    expect(await allow(visitor)).toMatchObject({ code: "rightMissing" });
    expect(await downloadBackup(shop.services, visitor, await aTicket())).toMatchObject({ code: "rightMissing" });
  }
  expect(await allow(admin, { ...form, currentPassword: "another one" })).toMatchObject({
    code: "wrongCurrentPassword",
    field: "currentPassword",
  });
  const [ticket, other] = [await aTicket(), await anAdmin(shop)];
  for (const wrong of [null, "", "nonsense", `${ticket.slice(0, -4)}AAAA`])
    expect(await downloadBackup(shop.services, admin, wrong), String(wrong)).toMatchObject({ code: "backupNotAllowed" });
  expect(await downloadBackup(shop.services, other, ticket), "of another admin").toMatchObject({ code: "backupNotAllowed" });
  shop.setNow(new Date(Date.now() + BACKUP_TICKET_MS + 1_000));
  expect(await downloadBackup(shop.services, admin, ticket), "too late").toMatchObject({ code: "backupNotAllowed" });
  shop.setNow();
});

test("[S12.8] one permission is one download, also for two at once and where the first was never read", async () => {
  const ticket = await aTicket();
  const asked = await Promise.all([1, 2, 3].map(() => downloadBackup(shop.services, admin, ticket)));
  expect(asked.filter(({ ok }) => ok)).toHaveLength(1);
  expect(asked.filter(({ ok }) => !ok)).toMatchObject([{ code: "backupNotAllowed" }, { code: "backupNotAllowed" }]);
  expect(await downloadBackup(shop.services, admin, ticket)).toMatchObject({ code: "backupNotAllowed" });
  const { rows } = await shop.services.db.$client.query("select 1 from audit_entries where action = 'backup-downloaded'");
  await downloadBackup(shop.services, admin, ticket);
  const after = await shop.services.db.$client.query("select 1 from audit_entries where action = 'backup-downloaded'");
  expect(after.rows, "nothing more is recorded").toEqual(rows);
});

test("[S12.8] the passphrase has at least 12 characters and is typed twice", () => {
  expect(() => readConfig({ BACKUP_PASSPHRASE: "x".repeat(PASSPHRASE_MIN_LENGTH) })).not.toThrow();
  expect(() => readConfig({ BACKUP_PASSPHRASE: "x".repeat(PASSPHRASE_MIN_LENGTH - 1) })).toThrow("BACKUP_PASSPHRASE");
  const fault = (given: object) => BackupForm.safeParse({ ...form, ...given }).error?.issues.map(({ path, message }) => [path[0], message]);
  expect(fault({})).toBeUndefined();
  expect(fault({ passphrase: "elevenchars", passphraseAgain: "elevenchars" })).toEqual([["passphrase", "passphraseTooShort"]]);
  expect(fault({ passphraseAgain: "another passphrase" })).toEqual([["passphraseAgain", "passphrasesDiffer"]]);
});
