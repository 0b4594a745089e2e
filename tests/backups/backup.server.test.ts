import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { withClient } from "#platform/database/with-client.server.ts";
import { keyCheckOf } from "#platform/encryption/secret.server.ts";
import { openDiskFiles } from "#platform/files/disk.server.ts";
import { checkBackup } from "#shop/backups/check-backup.server.ts";
import { type BackupSource, makeBackup } from "#shop/backups/make-backup.server.ts";
import { type RestoreTarget, restoreBackup } from "#shop/backups/restore-backup.server.ts";
import { sendMessage } from "#shop/contact/send-message.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { placeOrder } from "#shop/orders/placing/place-order.server.ts";
import { addPushDevice } from "#shop/push/push-devices.server.ts";
import { pushKey } from "#shop/push/push-key.server.ts";
import { anEmptyDatabase } from "#tests/support/database/empty-database.ts";
import { everyFile, everyRow } from "#tests/support/database/every-row.ts";
import { aPushForm } from "#tests/support/push/browser.ts";
import { aCustomer, aGuest, anAdmin, anOrderForm, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { reservedIdsOf } from "#tests/support/shop/order-ids.ts";
import { withoutRestores } from "#tests/support/shop/settled.ts";
import { openTestShop, TEST_SECRET, type TestShop } from "#tests/support/shop/shop.ts";

const PASSPHRASE = "a passphrase of some length";
const open = { passphrase: null };
const nobodyAsked = async () => {
  throw new Error("nobody should be asked for a passphrase");
};

let shop: TestShop;
let folder: string;
let file: string;

beforeAll(async () => {
  shop = await openTestShop();
  await fill();
});
afterAll(() => shop.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "trackside-backup-"));
  file = join(folder, "it.backup");
  return () => rm(folder, { recursive: true, force: true });
});

/**
 * Fills a shop so that most features have been used, with names that are hard to write correctly.
 */
async function fill(): Promise<void> {
  const { services } = shop;
  const admin = await anAdmin(shop);
  const customer = await aCustomer(shop, { name: 'A\\B\t"C"\nsecond line \\N' });
  const { id: productId } = await aProduct(shop, { ids: Array.from({ length: 12 }, (_, n) => `unit-${n}`), name: "Ünïcode ₹ \\." });
  const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const proof = { filename: "proof.png", bytes };
  await aPendingOrder(shop, { productId, quantity: 2, email: "guest@example.com" });
  await aPendingOrder(shop, { productId, visitor: customer, paymentMethod: "amazon", giftCardCode: "ABCD12345678", proof });
  const approved = await aPendingOrder(shop, { productId, email: "buyer@example.com" });
  const held = await reservedIdsOf(services, approved.requestCode);
  const approval = { ids: held.map(({ value }) => value), faulty: [], downloadLink: null, confirmed: false, idsConfirmed: true };
  expect(await approveOrder(services, admin, approved.requestCode, approval)).toMatchObject({ ok: true });
  const rejected = await aPendingOrder(shop, { productId, quantity: 3 });
  expect(await rejectOrder(services, admin, rejected.requestCode, { reason: "not paid" })).toMatchObject({ ok: true });
  const form = { name: "Asha", email: "asha@example.com", message: "Line one\nline two" };
  expect(await sendMessage(services, { userId: null, address: "192.0.2.1" }, form)).toMatchObject({ ok: true });
  await pushKey(services);
  await services.db.$client.query(
    "insert into sessions (id, token_hash, user_id, created_at, updated_at, expires_at) values ('s', '', $1, now(), now(), now())",
    [admin.userId],
  );
  expect(await addPushDevice(services, admin, aPushForm(), { sessionId: "s", userAgent: null })).toMatchObject({ ok: true });
  await services.db.$client.query("insert into shop_settings (name) values ('Mine') on conflict (only_row) do update set name = 'Mine'");
}

const source = (overrides: Partial<BackupSource> = {}): BackupSource => ({
  databaseUrl: shop.databaseUrl,
  files: shop.services.files,
  now: shop.services.now,
  secret: { value: TEST_SECRET, isOperators: false },
  ...overrides,
});

async function aTarget(options: { isMigrated?: boolean } = {}): Promise<RestoreTarget> {
  return { databaseUrl: await anEmptyDatabase(options), files: openDiskFiles(join(folder, "files")), dataDir: join(folder, "data") };
}

/** Checks that a refusal wrote nothing: no new table, no file and no secret. */
async function expectUntouched(target: RestoreTarget, before: Record<string, string[]> = {}): Promise<void> {
  expect(await everyRow(target.databaseUrl)).toEqual(before);
  expect(await everyFile(target.files)).toEqual({});
  expect(await readdir(target.dataDir).catch(() => [])).toEqual([]);
}

test("[S12.10] an encrypted backup is restored equal row by row and file by file, with the shop's own secret", async () => {
  const made = await makeBackup(source(), file, { passphrase: PASSPHRASE });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(made).toMatchObject({ bytes: (await stat(file)).size, summary: { files: 1, missingFiles: [] } });
  expect(made.summary.rows).toMatchObject({ orders: 4, units: 12, users: 2, contact_messages: 1, push_key: 1, push_devices: 1 });
  expect((await readFile(file)).includes(TEST_SECRET)).toBe(false);

  const target = await aTarget();
  await restoreBackup(target, await checkBackup(file, async () => PASSPHRASE, null));
  const [rows, original] = [await everyRow(target.databaseUrl), await everyRow(shop.databaseUrl)];
  expect(Object.keys(original).length).toBeGreaterThan(15);
  expect(withoutRestores(rows)).toEqual(withoutRestores(original));
  expect(rows.restores).toHaveLength(2);
  expect(await everyFile(target.files)).toEqual(await everyFile(shop.services.files));
  expect(await readFile(join(target.dataDir, "secret"), "utf8")).toBe(TEST_SECRET);
  expect(await readdir(target.dataDir)).toEqual(["secret"]);
});

test("a restored shop goes on where it was: numbers are not given twice, generated columns and triggers work", async () => {
  await makeBackup(source(), file, open);
  const target = await aTarget({ isMigrated: true });
  await restoreBackup(target, await checkBackup(file, nobodyAsked, null));

  await withClient(target.databaseUrl, async (client) => {
    const { rows: units } = await client.query("select max(id)::int as last from units");
    const { rows: next } = await client.query("select nextval(pg_get_serial_sequence('units', 'id'))::int as next");
    expect(next[0].next).toBe(units[0].last + 1);
    const { rows: handled } = await client.query("select count(*)::int as n from orders where handled_at is not null");
    expect(handled[0].n).toBe(2);
    const { rows: off } = await client.query("select tgname from pg_trigger where tgenabled = 'D'");
    expect(off).toEqual([]);
  });
});

test("what orders do while a backup is made is in it whole or not at all", async () => {
  const busy = await openTestShop();
  try {
    const { id: productId } = await aProduct(busy, { ids: Array.from({ length: 400 }, (_, n) => `busy-${n}`) });
    const emails = Array.from({ length: 20_000 }, (_, n) =>
      busy.services.vault.encrypt(placeOf("contact_messages.email", n + 1), "asha@example.com"),
    );
    const filler = "select 'filler', 'a filler', 0, '', '', false, now(), now()";
    await busy.services.db.$client.query(
      `insert into products (id, name, price_paise, description, image, is_sample, created_at, updated_at) ${filler}`,
    );
    await busy.services.db.$client.query(
      "insert into contact_messages (id, name, email, message, created_at) select n, 'n', email, repeat(md5(n::text), 20), now() from unnest($1::bytea[]) with ordinality as given (email, n)",
      [emails],
    );
    let isDone = false;
    let placed = 0;
    const buyers = [1, 2, 3].map(async () => {
      while (!isDone && placed < 390) {
        const order = await placeOrder(busy.services, aGuest(), anOrderForm({ productId }));
        if (order.ok) placed += 1;
      }
    });
    const before = placed;
    const { summary } = await makeBackup(source({ databaseUrl: busy.databaseUrl, files: busy.services.files }), file, open);
    const after = placed;
    isDone = true;
    await Promise.all(buyers);
    expect(after - before, "orders came in meanwhile").toBeGreaterThan(5);
    expect(summary.rows.order_units).toBe(summary.rows.orders);

    const target = await aTarget();
    await restoreBackup(target, await checkBackup(file, nobodyAsked, null));
    const books = await withClient(target.databaseUrl, (client) =>
      client.query(`select available, (select count(*)::int from free_units) as free, (select count(*)::int from order_units) as held,
        (select count(*)::int from orders) as orders from product_stock where product_id = '${productId}'`),
    );
    const { available, free, held, orders } = books.rows[0];
    expect({ available, free, held }).toEqual({ available: 400 - orders, free: 400 - orders, held: orders });
  } finally {
    await busy.close();
  }
});

test("a proof that is replaced while a backup is made does not break it, and is named as missing", async () => {
  const { files } = shop.services;
  const { summary } = await makeBackup(source({ files: { ...files, get: async () => null } }), file, open);
  const [key = ""] = Object.keys(await everyFile(files));
  expect(summary).toMatchObject({ files: 0, missingFiles: [key] });
  const target = await aTarget();
  await restoreBackup(target, await checkBackup(file, nobodyAsked, null));
  expect(withoutRestores(await everyRow(target.databaseUrl))).toEqual(withoutRestores(await everyRow(shop.databaseUrl)));
});

test("with an operator's SECRET only its fingerprint is in the backup, and another one is refused", async () => {
  await makeBackup(source({ secret: { value: TEST_SECRET, isOperators: true } }), file, open);
  const about = async (secret: string | null) => (await checkBackup(file, nobodyAsked, secret)).about.secret;
  expect(JSON.stringify(await about(TEST_SECRET))).toMatch(/^\{"check":"[0-9a-f]{64}"\}$/);
  await expect(about(null)).rejects.toThrow("Set SECRET to the same");
  await expect(about(`${TEST_SECRET}!`)).rejects.toThrow("SECRET is not the one");

  const target = await aTarget();
  await restoreBackup(target, await checkBackup(file, nobodyAsked, TEST_SECRET));
  await expect(readFile(join(target.dataDir, "secret"))).rejects.toThrow("ENOENT");

  await withClient(target.databaseUrl, (client) => client.query("insert into key_check (value) values ($1)", [keyCheckOf(TEST_SECRET)]));
  const wrong = source({ databaseUrl: target.databaseUrl, secret: { value: "another secret", isOperators: true } });
  await expect(makeBackup(wrong, join(folder, "other"), open)).rejects.toThrow("does not fit");
});

test("a SECRET that is not the shop's own is refused where the backup brings that", async () => {
  await makeBackup(source(), file, open);
  await expect(checkBackup(file, nobodyAsked, "a wrong secret, long enough")).rejects.toThrow("Leave SECRET out");
  expect((await checkBackup(file, nobodyAsked, TEST_SECRET)).ownSecret).toBeNull();
});

test("a target with a shop is refused, whether it has a product, an order or an account, and is left as it is", async () => {
  await makeBackup(source(), file, open);
  const checked = await checkBackup(file, nobodyAsked, null);
  const signs = [
    "insert into products (id, name, price_paise, created_at, updated_at) values ('p', 'p', 1, now(), now())",
    "insert into users (id, name, email, created_at, updated_at) values ('u', 'u', 'u@example.com', now(), now())",
  ];
  for (const sign of signs) {
    const target = await aTarget({ isMigrated: true });
    await withClient(target.databaseUrl, (client) => client.query(sign));
    const before = await everyRow(target.databaseUrl);
    await expect(restoreBackup(target, checked)).rejects.toThrow("A shop lives here already");
    await expectUntouched(target, before);
  }
  const strange = await aTarget();
  await withClient(strange.databaseUrl, (client) => client.query("create table diary (word text)"));
  await expect(restoreBackup(strange, checked)).rejects.toThrow("diary");
  await expectUntouched(strange, { diary: [""] });

  const running = await openTestShop();
  const target = { ...(await aTarget()), databaseUrl: running.databaseUrl };
  await expect(restoreBackup(target, checked)).rejects.toThrow("A shop is running");
  await running.close();
});

test("what goes wrong in the middle leaves nothing behind", async () => {
  await makeBackup(source(), file, open);
  const checked = await checkBackup(file, nobodyAsked, null);
  await truncate(file, (await stat(file)).size - 40);
  await expect(checkBackup(file, nobodyAsked, null)).rejects.toThrow("cut off");
  const target = await aTarget();
  await expect(restoreBackup(target, checked)).rejects.toThrow("cut off");
  await expectUntouched(target);
  const sameStorage = { ...target, files: shop.services.files };
  const files = await everyFile(shop.services.files);
  await expect(restoreBackup(sameStorage, checked)).rejects.toThrow("cut off");
  expect(await everyFile(shop.services.files), "the files of a shop on the same storage").toEqual(files);
  await writeFile(file, "not a backup");
  await expect(checkBackup(file, nobodyAsked, null)).rejects.toThrow("no backup");
  await expect(checkBackup(join(folder, "none"), nobodyAsked, null)).rejects.toThrow("no such file");
});

test("a backup of a version that this one does not know is refused", async () => {
  const newer = await anEmptyDatabase({ isMigrated: true });
  await withClient(newer, (client) => client.query("insert into migrations (name, checksum) values ('9999-newer.sql', 'x')"));
  await makeBackup(source({ databaseUrl: newer }), file, open);
  await expect(checkBackup(file, nobodyAsked, null)).rejects.toThrow(/another version of the shop.*9999-newer/);
});

test("a backup that is stopped leaves nothing, and one without a shop or over a file is refused", async () => {
  const stopping = new AbortController();
  const made = makeBackup(source(), file, { ...open, signal: stopping.signal, seen: () => stopping.abort() });
  await expect(made).rejects.toThrow("abort");
  await expect(makeBackup(source({ databaseUrl: await anEmptyDatabase() }), file, open)).rejects.toThrow("no shop to back up");
  expect(await readdir(folder)).toEqual([]);
  await writeFile(file, "mine");
  await expect(makeBackup(source(), file, open)).rejects.toThrow("EEXIST");
  expect(await readFile(file, "utf8")).toBe("mine");
});
