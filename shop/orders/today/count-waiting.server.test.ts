import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { APPROVAL_MAX_HOURS } from "#shop/constants.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { checkProof } from "#shop/orders/proofs/check-proof.server.ts";
import { aGiftCardScreenshot, drawing } from "#tests/support/pictures/similar-proofs.ts";
import { anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { countWaiting, waitingRow } from "./count-waiting.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterEach(() => shop.setNow());
afterAll(() => shop.close());

test("[S12.2] [S12.4] what waits is counted: pending and late orders, unchecked proofs, messages, and products that run out", async () => {
  const start = new Date("2026-11-21T10:00:00Z");
  shop.setNow(start);
  const enough = await aProduct(shop, { ids: Array.from({ length: 20 }, (_, n) => `enough-${n}`) });
  const few = await aProduct(shop, { ids: ["few-1", "few-2"] });
  const none = await aProduct(shop, { ids: ["none-1"] });
  await aProduct(shop, { ids: [] });
  await aPendingOrder(shop, { productId: none.id });
  const proof = { filename: "card.png", bytes: await aGiftCardScreenshot(drawing(7)) };
  const carded = { productId: enough.id, paymentMethod: "amazon", giftCardCode: "AQ12345678WXYZ", proof } as const;
  await aPendingOrder(shop, carded);
  const checked = await aPendingOrder(shop, { ...carded, giftCardCode: "AQ12345678WXYX" });
  await checkProof(shop.services, await anAdmin(shop), checked.requestCode, { verified: true, note: "" });
  await shop.services.db.$client.query(
    "insert into contact_messages (id, name, email, message, created_at) values ('m', 'Asha', $1, 'Hello', $2)",
    [shop.services.vault.encrypt(placeOf("contact_messages.email", "m"), "asha@example.com"), start],
  );
  const nothing = {
    restored: 0,
    paid: 0,
    review: 0,
    refunds: 0,
    missing: 0,
    disputes: 0,
    claims: 0,
    claimsWaiting: 0,
    emails: 0,
    deliveries: 0,
    newestAt: start.getTime(),
  };
  const waiting = { ...nothing, pending: 3, paid: 1, proofs: 1, messages: 1, messagesSince: start.getTime(), low: 1, soldOut: 1 };
  expect(few.ids).toHaveLength(2);
  expect(await countWaiting(shop.services, anOwner)).toEqual({ ...waiting, late: 0 });
  shop.setNow(new Date(start.getTime() + APPROVAL_MAX_HOURS * 3_600_000 + 1));
  expect(await countWaiting(shop.services, anOwner)).toEqual({ ...waiting, late: 3 });
});

test("[S12.2] what waits is read from indexes, however many orders the shop has", async () => {
  const client = await shop.services.db.$client.connect();
  try {
    await client.query("begin; set local enable_seqscan = off; set local enable_sort = off");
    const { rows } = await client.query(`explain ${waitingRow}`, [new Date(0), new Date(0)]);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("orders_pending_queue");
    expect(plan.match(/orders_placed/g), "for the newest order only").toHaveLength(1);
    await client.query("rollback");
  } finally {
    client.release();
  }
});
