import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { migrateShop } from "#migration/migrate-shop.server.ts";
import { operator } from "#shop/audit/operator.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { exportFolder } from "#shop/export/export-folder.server.ts";
import { importFolder } from "#shop/export/import-folder.server.ts";
import { anEmptyDatabase } from "#tests/support/database/empty-database.ts";
import { aFolderOf } from "#tests/support/old-shop/import-files.ts";
import { importExport } from "#tests/support/old-shop/old-export.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { aDataFolder, openShopOn } from "#tests/support/shop/opened-shop.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

/** Each test opens a second shop. */
vi.setConfig({ testTimeout: 90_000 });

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
});
afterEach(async () => {
  // `verify` finds no fault in the imported rows, and another shop can import their export.
  expect(await faultsOf(shop)).toEqual([]);
  await takeInElsewhere();
  await shop.close();
});

async function takeInElsewhere(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-export-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await exportFolder({ ...shop.services, databaseUrl: shop.databaseUrl }, folder);
  const databaseUrl = await anEmptyDatabase({ isMigrated: true });
  const { vault, longJobsFiles: files, close } = await openShopOn(databaseUrl, { dataDir: await aDataFolder() });
  await close();
  await importFolder({ databaseUrl, vault, files }, folder);
}

const P = "-OKPgbO-fNNtn2fQrAKg";
const at = 1_756_695_600_000;
const placed = { productId: P, productName: "Gold", quantity: 1, price: 99, totalAmount: 99, paymentMethod: "request", createdAt: at };
const long = "x".repeat(501);

async function query<T extends object>(text: string): Promise<T[]> {
  return (await shop.services.db.$client.query<T>(text)).rows;
}

/** The warnings about the rows of a kind. */
async function warningsOf(kind: string): Promise<string[]> {
  return (await query<{ warnings: string[] }>(`select warnings from old_shop_import_rows where kind = '${kind}' order by n`)).flatMap(
    ({ warnings }) => warnings,
  );
}

test("[S5.5] a pending old order never holds an ID that no approval takes: it gets another, and a delivered one is not shortened", async () => {
  await importExport(shop, {
    products_database: { products: { [P]: { name: "Gold", price: 99 } }, Idlist: { [P]: { ids: ["RAIL_1"] } } },
    requests: {
      "-OZ-pending-1": { ...placed, status: "pending", reservedIds: [long] },
      "-OZ-pending-2": { ...placed, status: "pending", quantity: 2, reservedIds: [`${long}y`, "RAIL_2"], createdAt: at + 1 },
      "-OZ-of-lines": { ...placed, status: "pending", quantity: 2, reservedIds: ["RAIL_3\u2028RAIL_4"], createdAt: at + 2 },
      "-OZ-approved": { ...placed, status: "approved", deliveredIds: [`${long}z`], processedDate: at, createdAt: at + 3 },
    },
  });
  expect((await warningsOf("order")).filter((warning) => warning === "idOfOrderTooLong")).toHaveLength(2);
  const rows = await query<{ status: string; value: Buffer; print: Buffer }>(
    "select o.status, u.value, u.fingerprint as print from order_units h join orders o on o.id = h.order_id join units u on u.id = h.unit_id order by o.created_at, u.id",
  );
  expect(rows.map(({ status, value, print }) => [status, shop.services.vault.decrypt(placeOf("units.value", print), value)])).toEqual([
    ["pending", "RAIL_1"],
    ["pending", "RAIL_2"],
    ["pending", "RAIL_3"],
    ["pending", "RAIL_4"],
    ["approved", `${long}z`],
  ]);
});

test("[S5.8] products come in as the product form could have written them, also those that orders alone name", async () => {
  const names = { "gone-1": "Gold\nPass", "gone-2": "🚂".repeat(150), "gone-3": "x".repeat(9_000), "gone-4": " \u2028 " };
  await importExport(shop, {
    products_database: {
      products: {
        [P]: { name: "Gold\r\nPass", price: 1e9, image: "https:example.com/a.png", createdAt: "9999-01-01", description: "<p>x" },
        "p-2": { name: "🚂".repeat(150), price: -0, image: "HTTPS://example.com/a.png", createdAt: -1 },
        "p-3": { name: "\u0000", price: 1_000_000.01, image: "https://user:pass@example.com/a.png" },
        "p-4": { name: "x", price: "Infinity", image: { toString: "x" }, createdAt: "2026-02-30T10:00:00Z" },
      },
    },
    requests: Object.fromEntries(
      Object.entries(names).map(([productId, productName], n) => [
        `-OZ-order-${n}`,
        { ...placed, productId, productName, status: "approved", price: 5e7, deliveredIds: [`RAIL_${n}`], processedDate: at },
      ]),
    ),
  });
  expect(await query("select id, image from products where image <> '' order by id")).toEqual([
    { id: "p-2", image: "HTTPS://example.com/a.png" },
    { id: "p-3", image: "https://user:pass@example.com/a.png" },
  ]);
  expect(await query("select count(*)::integer as n from products")).toEqual([{ n: 8 }]);
  expect(await warningsOf("product")).toEqual(expect.arrayContaining(["imageUnusable", "nameCut", "priceUnusable"]));
  expect(await warningsOf("order")).toEqual(expect.arrayContaining(["nameCut"]));
});

test("[S3.2] orders come in with texts that fit, whatever the file says, and none is lost", async () => {
  const note = "n".repeat(5_000);
  const orders = {
    "-OZ-rejected": { ...placed, status: "rejected", reason: `${note}😀`, processedDate: "0000-01-01" },
    "-OZ-approved": {
      ...placed,
      status: "approved",
      approvedBy: note,
      deliveredIds: ["RAIL_1"],
      downloadLink: `https://x.example/${note}`,
    },
    "-OZ-of-a-card": { ...placed, status: "pending", paymentMethod: "amazon", giftCardCode: "a😀".repeat(2_000), verificationNote: note },
    "-OZ-of-sums": { ...placed, status: "cancelled", quantity: 1e6, price: 1e10, totalAmount: 1e10, reason: note },
    "-OZ-of-none": {
      ...placed,
      status: "pending",
      quantity: "NaN",
      price: "-0",
      totalAmount: "1e400",
      requestCode: `REQ-${"Z".repeat(30)}`,
    },
  };
  await importExport(shop, {
    requests: orders,
    users: {
      u1: {
        orders: { "REQ-A1": { ...placed, status: "pending", reason: note }, "REQ-A2": { ...placed, status: "approved", reason: note } },
      },
    },
  });
  const [{ n } = { n: 0 }] = await query<{ n: number }>("select count(*)::integer as n from orders");
  expect(n).toBe(Object.keys(orders).length + 2);
  expect(await warningsOf("order")).toContain("textCut");
  expect([...(await warningsOf("order")), ...(await warningsOf("copy"))]).not.toContain("rowUnusable");
});

test("[S3.6] [S7.4] accounts come in as forms could have written them, and a hash that is no hash lets nobody in", async () => {
  const accounts = [
    { localId: "u1", email: "ASHA@Example.COM ", displayName: "x".repeat(300), photoUrl: "javascript:alert(1)", createdAt: "1e300" },
    { localId: "u2", email: "a@b", displayName: " \u2028 ", phoneNumber: "9".repeat(90), passwordHash: "A".repeat(2_000), salt: "AAAA" },
    { localId: "u3", email: `${"a".repeat(300)}@example.com`, displayName: "\ud83d", passwordHash: "a$b", salt: "AAAA" },
    { localId: "u4", email: "u4@example.com", passwordHash: "A".repeat(88), salt: "AAAA", lastSignedInAt: -5, createdAt: NaN },
    { localId: "a\0b", email: "u5@example.com" },
    { localId: "x".repeat(129), email: "u6@example.com" },
    { localId: "कोड 7", email: "asha@example.com", displayName: "Line one\nline two" },
  ];
  const config = { algorithm: "SCRYPT", base64_signer_key: "a2V5", base64_salt_separator: "Bw==", rounds: 8, mem_cost: 14 };
  const folder = await aFolderOf({
    "export.json": JSON.stringify({ requests: { "-OZ-first": { ...placed, status: "pending", userId: "u1" } } }),
    "accounts.json": JSON.stringify({ users: accounts }),
  });
  await writeFile(join(folder, "hash.json"), JSON.stringify(config));
  const sources = {
    database: join(folder, "export.json"),
    accounts: { file: join(folder, "accounts.json"), hashConfig: join(folder, "hash.json") },
    proofs: null,
  };
  await migrateShop(shop.ownServices, sources, { by: operator, isPreview: false });
  expect((await query<{ id: string }>("select id from users order by id")).map(({ id }) => id)).toEqual(["u1", "u2", "u3", "u4", "कोड 7"]);
  expect(await query("select user_id as id from credentials")).toEqual([{ id: "u4" }]);
  expect(await warningsOf("account")).toEqual(expect.arrayContaining(["accountPasswordNotRead", "accountNotRead", "accountTextCut"]));
});
