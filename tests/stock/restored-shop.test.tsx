import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RouterContextProvider } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import { withClient } from "#platform/database/with-client.server.ts";
import { openDiskFiles } from "#platform/files/disk.server.ts";
import { checkBackup } from "#shop/backups/check-backup.server.ts";
import { makeBackup } from "#shop/backups/make-backup.server.ts";
import { restoreBackup } from "#shop/backups/restore-backup.server.ts";
import { exportFolder } from "#shop/export/export-folder.server.ts";
import { importFolder } from "#shop/export/import-folder.server.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { placeOrder } from "#shop/orders/placing/place-order.server.ts";
import { countWaiting } from "#shop/orders/today/count-waiting.server.ts";
import { addIds } from "#shop/stock/ids/add-ids.server.ts";
import { deleteProduct } from "#shop/stock/products/deletion/delete-product.server.ts";
import { restoreProduct } from "#shop/stock/products/deletion/restore-product.server.ts";
import { readRestored } from "#shop/stock/restored/restored-shop.server.ts";
import { settleRestore } from "#shop/stock/restored/settle-restore.server.ts";
import { withdrawGone } from "#shop/stock/restored/withdraw-gone.server.ts";
import { anEmptyDatabase } from "#tests/support/database/empty-database.ts";
import { english } from "#tests/support/english.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { aGuest, anAdmin, anOrderForm, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { aDataFolder, openShopOn } from "#tests/support/shop/opened-shop.ts";
import { reservedIdsOf } from "#tests/support/shop/order-ids.ts";
import { openTestShop, TEST_SECRET, type TestShop } from "#tests/support/shop/shop.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { wordsOf, written } from "#tests/support/web/render.tsx";
import { RestoredAlert } from "#web/admin/frame/restored-alert.tsx";
import { action as withdrawal } from "#web/admin/restored/gone-ids-withdrawal.ts";
import { action as settlement } from "#web/admin/restored/restore-settlement.ts";
import Restored, { loader as restoredPage } from "#web/admin/restored/restored.tsx";
import { requestContext } from "#web/context.ts";

/** Each test backs a shop up and restores it. */
vi.setConfig({ testTimeout: 60_000 });

type Opened = Pick<TestShop, "services">;
const SOLD_OUT = "invalidQuantity";
const UNSETTLED = /^restore of .*: not settled: (\d+) IDs are held back .* since the (backup|export) of/;

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-restored-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function aShop(): Promise<TestShop> {
  const shop = await openTestShop();
  onTestFinished(() => shop.close());
  return shop;
}

async function backedUp(shop: TestShop): Promise<string> {
  const file = join(await aFolder(), "it.backup");
  const { files, now } = shop.services;
  await makeBackup({ databaseUrl: shop.databaseUrl, files, now, secret: { value: TEST_SECRET, isOperators: true } }, file, {
    passphrase: null,
  });
  return file;
}

/** Restores a backup into an empty place and opens it as the command does. */
async function restored(file: string, change = ""): Promise<Opened> {
  const [databaseUrl, dataDir] = [await anEmptyDatabase(), await aDataFolder()];
  await restoreBackup(
    { databaseUrl, files: openDiskFiles(join(dataDir, "files")), dataDir },
    await checkBackup(file, async () => "", TEST_SECRET),
  );
  if (change) await withClient(databaseUrl, (client) => client.query(change));
  return opened(databaseUrl, dataDir);
}

async function exported({ services, databaseUrl }: TestShop): Promise<string> {
  const folder = join(await aFolder(), "out");
  await exportFolder({ ...services, databaseUrl }, folder);
  return folder;
}

/** Takes an export in and opens its shop as the command does. */
async function takenIn(folder: string): Promise<Opened> {
  const place = [await anEmptyDatabase({ isMigrated: true }), await aDataFolder()] as const;
  const { vault, longJobsFiles: files, ...first } = await openShopOn(place[0], { dataDir: place[1], secret: TEST_SECRET });
  await first.close();
  await importFolder({ databaseUrl: place[0], vault, files }, folder);
  return opened(...place);
}

async function opened(databaseUrl: string, dataDir: string): Promise<Opened> {
  const services = await openShopOn(databaseUrl, { dataDir, secret: TEST_SECRET });
  onTestFinished(() => services.close());
  return { services };
}

const order = async ({ services }: Opened, productId: string) => placeOrder(services, aGuest(), anOrderForm({ productId }));
const nextId = async (shop: Opened, productId: string) => {
  const placed = await order(shop, productId);
  return placed.ok ? (await reservedIdsOf(shop.services, placed.value.requestCode)).map(({ value }) => value).join() : placed.code;
};
const approve = async (shop: Opened, requestCode: string) => {
  const ids = (await reservedIdsOf(shop.services, requestCode)).map(({ value }) => value);
  const approval = { ids, faulty: [], downloadLink: null, confirmed: false, idsConfirmed: true };
  expect(await approveOrder(shop.services, await anAdmin(shop), requestCode, approval)).toMatchObject({ ok: true });
  return ids;
};
const paste = (productId: string, ids: string) => ({ productId, ids });

function posted({ services }: Opened, admin: Awaited<ReturnType<typeof anAdmin>>, fields: Record<string, string>) {
  const context = new RouterContextProvider();
  context.set(requestContext, aRequest({ services, visitor: admin, incident: "incident-1" }));
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return { request: new Request("http://localhost/admin/restored", { method: "POST", body }), context, params: {} } as never;
}

test("[S3.2] a restored shop sells no ID until its owner has named those that went out since; these are never sold again", async () => {
  const lost = await aShop();
  const { id: productId } = await aProduct(lost, { ids: ["TW_AAA", "TW_BBB", "TW_CCC"] });
  const file = await backedUp(lost);
  expect(await approve(lost, (await aPendingOrder(lost, { productId })).requestCode)).toEqual(["TW_AAA"]);

  const shop = await restored(file);
  expect(await nextId(shop, productId)).toBe(SOLD_OUT);
  expect(await faultsOf(shop)).toEqual([expect.stringMatching(UNSETTLED)]);
  expect(await countWaiting(shop.services, anOwner)).toMatchObject({ restored: 1, soldOut: 1 });
  expect(wordsOf(written(<RestoredAlert />))).toContain("sells nothing yet");

  const admin = await anAdmin(shop);
  const page = await restoredPage(posted(shop, admin, {}));
  expect(page.shop).toMatchObject({ kind: "backup", heldBack: 3, isFreeing: false });
  const words = wordsOf(written(<Restored loaderData={page} />, { path: "/admin/restored" }));
  expect(words).toContain("3 IDs are held back and can't be sold until you finish here.");
  const gone = await withdrawal(posted(shop, admin, { ids: "TW_\u200bAAA", productId: "" }));
  expect(gone.data).toMatchObject({ ok: true, sentence: english("goneIdsWithdrawn", { withdrawn: 1, entered: 0, known: 0 }) });
  expect(await nextId(shop, productId)).toBe(SOLD_OUT);
  expect((await settlement(posted(shop, admin, { missingOrders: "-1" }))).data).toMatchObject({ ok: false, field: "missingOrders" });
  const settled = await settlement(posted(shop, admin, { missingOrders: "1" }));
  expect(settled.data).toMatchObject({ ok: true, sentence: english("restoreSettled", { n: 2 }) });

  expect(await faultsOf(shop)).toEqual([]);
  expect(await countWaiting(shop.services, anOwner)).toMatchObject({ restored: 0 });
  expect([await nextId(shop, productId), await nextId(shop, productId), await nextId(shop, productId)]).toEqual([
    "TW_BBB",
    "TW_CCC",
    SOLD_OUT,
  ]);
  expect(await addIds(shop.services, admin, paste(productId, "TW_AAA"))).toMatchObject({ value: { added: 0, skipped: 1 } });
  const { rows } = await shop.services.db.$client.query("select action, facts from audit_entries where subject_id = 'restore' order by id");
  expect(rows).toEqual([
    { action: "gone-ids-withdrawn", facts: { ids: 1 } },
    { action: "restore-settled", facts: { orders: 1 } },
  ]);
  expect((await settlement(posted(shop, admin, { missingOrders: "0" }))).data).toMatchObject({ ok: false, code: "shopSettled" });
  expect(await withdrawGone(shop.services, admin, paste("", "TW_BBB"))).toMatchObject({ ok: false, code: "shopSettled" });
});

test("[S3.2] IDs that come in while the shop is not settled are held back too: added, released, and of a restored product", async () => {
  const lost = await aShop();
  const { id: productId } = await aProduct(lost, { ids: ["old-1"] });
  const { id: deletedId } = await aProduct(lost, { ids: ["deleted-1"] });
  expect(await deleteProduct(lost.services, await anAdmin(lost), deletedId)).toMatchObject({ ok: true });
  const { requestCode } = await aPendingOrder(lost, { productId });
  const shop = await restored(await backedUp(lost));

  const admin = await anAdmin(shop);
  expect(await addIds(shop.services, admin, paste(productId, "new-1\nnew-2"))).toMatchObject({ value: { added: 2 } });
  expect(await rejectOrder(shop.services, admin, requestCode, { reason: "no" })).toMatchObject({ ok: true });
  expect(await restoreProduct(shop.services, admin, deletedId)).toMatchObject({ ok: true });
  expect([await nextId(shop, productId), await nextId(shop, deletedId)]).toEqual([SOLD_OUT, SOLD_OUT]);
  expect(await readRestored(shop.services)).toMatchObject({ heldBack: 4 });
  expect(await faultsOf(shop)).toEqual([expect.stringMatching(UNSETTLED)]);

  expect(await settleRestore(shop.services, admin, { missingOrders: 0 })).toEqual({ ok: true, value: { freed: 4 } });
  expect([await nextId(shop, productId), await nextId(shop, productId), await nextId(shop, deletedId)]).toEqual([
    "old-1",
    "new-1",
    "deleted-1",
  ]);
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S3.9] IDs that came in after the backup are remembered as withdrawn, removed ones are too, and a reserved one names its order", async () => {
  const lost = await aShop();
  const { id: productId } = await aProduct(lost, { ids: ["old-1", "old-2"] });
  const { id: removedId } = await aProduct(lost, { ids: ["removed-1"] });
  expect(await deleteProduct(lost.services, await anAdmin(lost), removedId)).toMatchObject({ ok: true });
  await approve(lost, (await aPendingOrder(lost, { productId })).requestCode);
  const { requestCode } = await aPendingOrder(lost, { productId });
  const shop = await restored(await backedUp(lost));

  const admin = await anAdmin(shop);
  const list = "old-1\nold-2\nlater-1\nremoved-1";
  const nobody = aGuest();
  expect(await withdrawGone(shop.services, nobody, paste(productId, list))).toMatchObject({ ok: false, code: "rightMissing" });
  expect(await settleRestore(shop.services, nobody, { missingOrders: 0 })).toMatchObject({ ok: false, code: "rightMissing" });
  expect(await withdrawGone(shop.services, admin, paste("", list))).toMatchObject({
    ok: false,
    code: "chooseProductOfUnknownIds",
    field: "productId",
    words: { n: 1 },
  });
  expect(await withdrawGone(shop.services, admin, paste(productId, list))).toEqual({
    ok: true,
    value: { withdrawn: 1, entered: 1, known: 1, orders: [requestCode] },
  });
  expect(await withdrawGone(shop.services, admin, paste(productId, list))).toMatchObject({ value: { withdrawn: 0, entered: 0, known: 3 } });
  expect(await settleRestore(shop.services, admin, { missingOrders: 2 })).toMatchObject({ ok: true });
  expect(await addIds(shop.services, admin, paste(productId, "later-1\nlater-2"))).toMatchObject({ value: { added: 1, skipped: 1 } });
  expect(await restoreProduct(shop.services, admin, removedId)).toMatchObject({ value: { restored: 0 } });
  expect(await nextId(shop, productId)).toBe("later-2");
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S3.2] a shop without a free ID is told of its restore too, and a product that is deleted meanwhile takes its IDs with it", async () => {
  const lost = await aShop();
  const { id: productId } = await aProduct(lost, { ids: ["only-1"] });
  const empty = await restored(await backedUp(await aShop()));
  expect(await readRestored(empty.services)).toMatchObject({ heldBack: 0 });
  expect(await settleRestore(empty.services, await anAdmin(empty), { missingOrders: 0 })).toEqual({ ok: true, value: { freed: 0 } });
  expect(await readRestored(empty.services)).toBeNull();

  const shop = await restored(await backedUp(lost));
  const admin = await anAdmin(shop);
  expect(await deleteProduct(shop.services, admin, productId)).toMatchObject({ ok: true });
  expect(await settleRestore(shop.services, admin, { missingOrders: 0 })).toEqual({ ok: true, value: { freed: 0 } });
  expect(await faultsOf(shop)).toEqual([]);
  expect(await restoreProduct(shop.services, admin, productId)).toMatchObject({ value: { restored: 1 } });
  expect(await nextId(shop, productId)).toBe("only-1");
});

test("[S3.2] a backup of a restored shop, and an export of it, hold back as well; an interrupted settlement goes on", async () => {
  const lost = await aShop();
  const { id: productId } = await aProduct(lost, { ids: ["a-1", "a-2", "a-3"] });
  const shop = await restored(await backedUp(lost));
  const taken = await takenIn(await exported(lost));
  expect(await faultsOf(taken)).toEqual([expect.stringMatching(/^restore of .*: not settled: 3 IDs .* since the export of/)]);
  expect(await nextId(taken, productId)).toBe(SOLD_OUT);

  const admin = await anAdmin(taken);
  await taken.services.db.$client.query("update restores set freeing_since = now(), missing_orders = 1");
  expect(await faultsOf(taken)).toEqual([expect.stringMatching(UNSETTLED)]);
  expect(await readRestored(taken.services)).toMatchObject({ isFreeing: true, heldBack: 3 });
  expect(await settleRestore(taken.services, admin, { missingOrders: 0 })).toEqual({ ok: true, value: { freed: 3 } });
  expect(await nextId(taken, productId)).toBe("a-1");
  expect(await faultsOf(taken)).toEqual([]);
  expect(await nextId(shop, productId)).toBe(SOLD_OUT);
});

test("[S3.2] IDs that are added while the shop is being settled are free afterwards", async () => {
  const lost = await aShop();
  const { id: productId } = await aProduct(lost, { ids: ["b-1"] });
  const { id: otherId } = await aProduct(lost, { ids: [] });
  const shop = await restored(await backedUp(lost));
  const admin = await anAdmin(shop);
  const added = Array.from({ length: 12 }, (_, n) => addIds(shop.services, admin, paste(n % 2 ? productId : otherId, `c-${n}`)));
  const both = await Promise.all([
    settleRestore(shop.services, admin, { missingOrders: 0 }),
    settleRestore(shop.services, admin, { missingOrders: 0 }),
    ...added,
  ]);
  expect(both.filter((one) => !one.ok && one.code !== "shopSettled")).toEqual([]);
  expect(await readRestored(shop.services)).toBeNull();
  const { rows } = await shop.services.db.$client.query("select sum(available)::int as available from product_stock");
  expect(rows).toEqual([{ available: 13 }]);
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S3.2] an export that is older than the last sales sells none of their IDs again, nor one that came in later and is added once more", async () => {
  const shop = await aShop();
  const { id: productId } = await aProduct(shop, { ids: ["d-1", "d-2"] });
  const folder = await exported(shop);
  const sold = await approve(shop, (await aPendingOrder(shop, { productId })).requestCode);
  const later = await addIds(shop.services, await anAdmin(shop), paste(productId, "late-1\nlate-2"));
  expect(later).toMatchObject({ value: { added: 2 } });
  sold.push(...(await approve(shop, (await aPendingOrder(shop, { productId, quantity: 2 })).requestCode)));
  expect(sold).toEqual(["d-1", "d-2", "late-1"]);

  const taken = await takenIn(folder);
  const admin = await anAdmin(taken);
  expect(await addIds(taken.services, admin, paste(productId, "late-1\nlate-2"))).toMatchObject({ value: { added: 2 } });
  expect(await nextId(taken, productId)).toBe(SOLD_OUT);
  expect(await withdrawGone(taken.services, admin, paste("", sold.join("\n")))).toMatchObject({ value: { withdrawn: 3, entered: 0 } });
  expect(await settleRestore(taken.services, admin, { missingOrders: 2 })).toEqual({ ok: true, value: { freed: 1 } });
  expect([await nextId(taken, productId), await nextId(taken, productId)]).toEqual(["late-2", SOLD_OUT]);
  expect(await faultsOf(taken)).toEqual([]);
});
