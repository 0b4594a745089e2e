import { join } from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { readProof } from "#shop/orders/proofs/read-proof.server.ts";
import { findAdminOrder } from "#shop/orders/reading/admin-orders.server.ts";
import { orders, paymentFingerprints } from "#shop/orders/tables.server.ts";
import { aFolderOf, migratingOneKind } from "#tests/support/old-shop/import-files.ts";
import { anAdmin, anOwner, aPendingOrder } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import type { Migration } from "../migration.server.ts";
import { oldShopRows } from "../tables.server.ts";
import { importProofs } from "./import-proofs.server.ts";

let shop: TestShop;
let admin: Admin;
const opened: TestShop[] = [];
beforeEach(async () => {
  shop = await openTestShop();
  opened.push(shop);
  admin = await anAdmin(shop);
});
afterAll(() => Promise.all(opened.map((one) => one.close())));

const aPicture = (format: "png" | "jpeg" = "png") =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: "#336699" } })
    .composite([{ input: { create: { width: 20, height: 15, channels: 3, background: "white" } } }])
    .withExif({ IFD0: { Copyright: "somebody" } })
    .toFormat(format)
    .toBuffer();

/** An approved order of the old shop that names a file as its proof but has no picture. */
async function anOldOrder(n: number, proofFile = `REQ-OLD${n}_card.png`) {
  const { id, requestCode } = await aPendingOrder(shop);
  await shop.services.db.$client.query("update orders set payment_method = 'amazon', is_from_old_shop = true where id = $1", [id]);
  const remembered = { kind: "order", oldId: `key-${n}`, localId: id, there: Buffer.alloc(32), proofFile, importedAt: new Date() } as const;
  await shop.services.db.insert(oldShopRows).values(remembered);
  return { id, requestCode };
}

async function storedKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of shop.services.files.list()) keys.push(key);
  return keys;
}

const importFolder = (folder: string, isPreview = false) =>
  migratingOneKind(shop, (migration: Migration) => importProofs({ ...migration, isPreview }, folder));

test("[S7.3] the pictures of a folder come to the orders that name them, re-encoded, and a second time nothing happens", async () => {
  const { id, requestCode } = await anOldOrder(1);
  const folder = await aFolderOf({ "REQ-OLD1_card.png": await aPicture() });
  expect(await importFolder(folder)).toEqual([{ kind: "proof", path: "proofs/REQ-OLD1_card.png", outcome: "imported", warnings: [] }]);

  const order = await findAdminOrder(shop.services, anOwner, requestCode);
  expect(order?.proof).toMatchObject({ isReceived: true });
  const [row] = await shop.services.db.select().from(orders).where(eq(orders.id, id));
  expect(row?.proofName).toMatch(/^payment-proofs\/REQ-\w+_REQ-OLD1_card\.jpg$/);
  const proof = await readProof(shop.services, admin, requestCode);
  const { format, exif } = await sharp(proof.ok ? proof.value.bytes : undefined).metadata();
  expect({ format, exif }).toEqual({ format: "jpeg", exif: undefined });
  expect(await shop.services.db.select().from(paymentFingerprints).where(eq(paymentFingerprints.orderId, id))).toMatchObject([
    { proofKey: row?.proofKey, pixels: expect.any(Buffer), perceptualHash: expect.any(String), compareAt: expect.any(Date) },
  ]);

  expect(await importFolder(folder)).toMatchObject([{ outcome: "unchanged", warnings: [] }]);
  expect(await shop.services.db.$count(paymentFingerprints)).toBe(1);
});

test("a proof that was erased does not come back, and is not missed", async () => {
  const [erased, missed] = [await anOldOrder(1), await anOldOrder(2)];
  await rejectOrder(shop.services, admin, erased.requestCode, { reason: "empty" });
  await rejectOrder(shop.services, admin, missed.requestCode, { reason: "empty" });
  await shop.services.db.$client.query("update orders set proof_erased_at = now()");
  const folder = await aFolderOf({ "REQ-OLD1_card.png": await aPicture() });
  expect(await importFolder(folder)).toEqual([{ kind: "proof", path: "proofs/REQ-OLD1_card.png", outcome: "unchanged", warnings: [] }]);
  expect(await findAdminOrder(shop.services, anOwner, erased.requestCode)).toMatchObject({ proof: { erasedAt: expect.any(Date) } });
  expect(await storedKeys()).toEqual([]);
});

test("what is no proof is reported and left out, and so is what is missing", async () => {
  const [cut, , wanting] = [await anOldOrder(1), await anOldOrder(2), await anOldOrder(3)];
  const picture = await aPicture("jpeg");
  const folder = await aFolderOf({
    "REQ-OLD1_card.png": picture.subarray(0, picture.length - 40),
    "REQ-OLD2_card.png": "<html>not found</html>",
    "holiday.png": picture,
  });
  const reported = await importFolder(folder);
  expect(reported.map(({ path, outcome, warnings }) => [path, outcome, ...warnings]).sort()).toEqual([
    ["proofs/REQ-OLD1_card.png", "skipped", "proofCutOff"],
    ["proofs/REQ-OLD2_card.png", "skipped", "proofNotAPicture"],
    ["proofs/holiday.png", "skipped", "proofOfNoOrder"],
    ["requests/key-3/paymentProofUrl", "skipped", "proofFileMissing"],
  ]);
  for (const { requestCode } of [cut, wanting]) expect((await findAdminOrder(shop.services, anOwner, requestCode))?.proof).toBeNull();
});

test("a preview reports the same and stores no file", async () => {
  await anOldOrder(1);
  const folder = await aFolderOf({ "REQ-OLD1_card.png": await aPicture() });
  expect(await importFolder(folder, true)).toMatchObject([{ outcome: "imported" }]);
  expect(await storedKeys()).toEqual([]);
});

test("a folder that is not there is refused", async () => {
  await expect(importFolder(join(await aFolderOf({}), "nowhere"))).rejects.toThrow("The proofs folder can't be read (ENOENT).");
});
