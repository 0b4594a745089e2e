import { afterEach, beforeEach, expect, test } from "vitest";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { english } from "#tests/support/english.ts";
import { importExport } from "#tests/support/old-shop/old-export.ts";
import {
  anOldCatalogue,
  anApprovedOldOrder as approved,
  codeAt,
  OLD_PRODUCT_ID,
  anOldOrder as order,
  pathsReportedAs,
} from "#tests/support/old-shop/old-orders.ts";
import { booksOf, faultsOf } from "#tests/support/shop/books.ts";
import { anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
});
afterEach(async () => {
  expect(await faultsOf(shop)).toEqual([]);
  await shop.close();
});

/** An export; parts that are not given are missing from the file. */
function exportOf({ ids, requests, copies }: { ids: string[]; requests?: object; copies?: object }): Record<string, unknown> {
  return {
    products_database: anOldCatalogue(ids),
    ...(requests && { requests }),
    users: { uid: { orders: copies ?? {} } },
  };
}

async function standing() {
  const { rows } = await shop.services.db.$client.query(
    `select request_code as code, status, short_by as short, user_id as "user", admin_note as note, payment_verified as verified,
       (select count(*)::integer from order_units h where h.order_id = o.id) as units from orders o order by created_at, id`,
  );
  return rows;
}

const reportedAs = (warning: string) => pathsReportedAs(shop, warning);

test("a copy without an order that says approved comes in as pending: its customer gets no ID and no verified payment by it, and what it names is sold to nobody", async () => {
  const forged = approved(1, ["a", "mine"], { quantity: 2, totalAmount: 100_000, paymentVerified: true });
  const old = exportOf({ ids: ["a", "b"], requests: { "-OZ-other": order(9) }, copies: { [codeAt(1)]: forged } });
  const preview = await importExport(shop, old, { isPreview: true });
  const { summary } = await importExport(shop, old);
  expect(summary).toEqual(preview.summary);
  expect(await standing()).toMatchObject([
    { code: codeAt(1), status: "pending", short: 2, units: 0, verified: null, note: english("movedFromCopyAlone") },
    { code: codeAt(9), status: "pending", short: null, units: 1, note: null },
  ]);
  expect(await booksOf(shop, OLD_PRODUCT_ID)).toMatchObject({ free: 0, held: 1, delivered: 0, withdrawn: 1 });
  expect([await reportedAs("copyApproved"), await reportedAs("stockAndTurnedDown")]).toEqual([
    [`users/uid/orders/${codeAt(1)}`],
    [`products_database/Idlist/${OLD_PRODUCT_ID}/ids/0`],
  ]);
  expect(summary.sums.find(({ status }) => status === "approved")).toMatchObject({ there: { orders: 1 }, here: { orders: 0 } });

  await importExport(shop, old);
  expect((await standing()).map(({ status, units }) => [status, units])).toEqual([
    ["pending", 0],
    ["pending", 1],
  ]);
  const form = { ids: ["mine", "a"], faulty: [], downloadLink: null, confirmed: false, idsConfirmed: true };
  expect(await approveOrder(shop.services, await anAdmin(shop), codeAt(1), form), "an admin finds it true").toMatchObject({ ok: true });
});

test("a copy without an order takes no ID, code or free stock from an order, however old it says to be", async () => {
  const requests = { "-OZ-real": approved(5, ["sold"]), "-OZ-waits": order(6, { userId: "other" }) };
  const copies = {
    forged: approved(1, ["sold"], { requestCode: codeAt(3) }),
    waiting: order(1, { quantity: 9, totalAmount: 891, requestCode: codeAt(6) }),
  };
  await importExport(shop, exportOf({ ids: ["b"], requests, copies }));
  const rows = await standing();
  expect(rows.filter(({ note }) => note === null)).toMatchObject([
    { code: codeAt(5), status: "approved", units: 1, short: null },
    { code: codeAt(6), status: "pending", units: 1, short: null },
  ]);
  expect(rows.filter(({ note }) => note !== null)).toMatchObject([{ units: 0 }, { units: 0 }]);
});

test("a copy that was rejected or cancelled there comes in as it is", async () => {
  const cancelled = order(1, { status: "cancelled", cancelledAt: "2025-09-01T05:00:00.398Z" });
  await importExport(shop, exportOf({ ids: [], requests: {}, copies: { [codeAt(1)]: cancelled } }));
  expect(await standing()).toMatchObject([{ status: "cancelled", note: null }]);
});

test("the order of a copy that stood alone turns up in a newer export: it is that order, as the shop knew it", async () => {
  const copy = approved(1, ["a"], { reason: "as agreed" });
  await importExport(shop, exportOf({ ids: ["b"], requests: {}, copies: { [codeAt(1)]: copy } }));
  expect(await standing()).toMatchObject([{ status: "pending", note: `${english("movedFromCopyAlone")} as agreed` }]);
  await importExport(shop, exportOf({ ids: ["b"], requests: { "-OZ-first": copy }, copies: { [codeAt(1)]: copy } }));
  expect(await standing()).toMatchObject([{ code: codeAt(1), status: "approved", units: 1, short: null, note: "as agreed" }]);
});

test("the note that an earlier version put on such a copy goes with it as well", async () => {
  const copy = approved(1, ["a"]);
  await importExport(shop, exportOf({ ids: ["b"], requests: {}, copies: { [codeAt(1)]: copy } }));
  await shop.services.db.$client.query("update orders set admin_note = $1", [
    "Of this order only the customer's own copy came from the old shop, and customers could write theirs as they liked. Look for its payment before you approve it.",
  ]);
  await importExport(shop, exportOf({ ids: ["b"], requests: { "-OZ-first": copy }, copies: { [codeAt(1)]: copy } }));
  expect(await standing()).toMatchObject([{ code: codeAt(1), status: "approved", note: null }]);
});

test("two customers' copies of one guest's order that a newer export has not are one order in the sums of both sides", async () => {
  const ofGuest = order(1, { userId: undefined });
  await importExport(shop, { products_database: anOldCatalogue(["b"]), requests: { "-OZ-first": ofGuest }, users: {} });
  const copies = (userId: string) => ({ orders: { [codeAt(1)]: order(1, { userId, reason: userId }) } });
  const users = { one: copies("one"), two: copies("two") };
  const { summary } = await importExport(shop, { products_database: anOldCatalogue(["b"]), users });
  expect(await reportedAs("copyOfHere")).toHaveLength(2);
  expect(summary.sums.find(({ status }) => status === "pending")).toEqual({
    status: "pending",
    there: { orders: 1, paise: 9_900 },
    here: { orders: 1, paise: 9_900 },
  });
  expect(await shop.services.db.$client.query("select from orders")).toMatchObject({ rowCount: 1 });
});

test("an order that came in before does not come twice where a newer export has only its customer's copy", async () => {
  const requests = { "-OZ-first": approved(1, ["a"]), "-OZ-second": order(2) };
  const copies = { [codeAt(1)]: approved(1, ["a"]), [codeAt(2)]: order(2) };
  await importExport(shop, exportOf({ ids: ["b"], requests, copies }));
  const before = await standing();
  await importExport(shop, exportOf({ ids: ["b"], copies }));
  expect(await standing()).toEqual(before);
  expect(await reportedAs("copyOfHere")).toEqual([`users/uid/orders/${codeAt(1)}`, `users/uid/orders/${codeAt(2)}`]);
  expect(await reportedAs("partMissing")).toEqual(["requests"]);
});
