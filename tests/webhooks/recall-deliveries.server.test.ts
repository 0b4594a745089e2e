import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { goOnRecalls } from "#shop/orders/recalls/go-on-recalls.server.ts";
import { recallImport } from "#shop/orders/recalls/recall-import.server.ts";
import { addBatch } from "#shop/stock/imports/add-batch.server.ts";
import { verifyWebhook } from "#tests/support/servers/standard-webhooks.ts";
import { type ObservedShop, openObservedShop } from "#tests/support/servers/subscribed-shop.ts";
import { aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { checkedImport } from "#tests/support/shop/imports.ts";
import { reservedValuesOf } from "#tests/support/shop/order-ids.ts";

let here: ObservedShop;
beforeAll(async () => {
  here = await openObservedShop();
});
afterEach(() => here.beginAnew());
afterAll(() => here.close());

type Carried = { type: string; data: object };

/** An import of seven IDs: two of them delivered, one of these too long ago to be claimed, one reserved, and four free. */
async function anImport(prefix: string) {
  const { shop, services, admin } = here;
  const product = await aProduct(shop, { ids: [] });
  const ids = Array.from({ length: 7 }, (_, n) => `${prefix}-${n}`);
  const importId = await checkedImport(shop, admin, product.id, ids);
  expect((await addBatch(services, admin, importId, ["new"])).ok).toBe(true);
  const delivered = [];
  for (let n = 0; n < 2; n += 1) {
    const placed = await aPendingOrder(shop, { productId: product.id });
    const given = await reservedValuesOf(services, placed.requestCode);
    const form = { ids: given, faulty: [], downloadLink: null, confirmed: false, idsConfirmed: true };
    expect((await approveOrder(services, admin, placed.requestCode, form)).ok).toBe(true);
    delivered.push(placed);
  }
  await services.db.$client.query("update orders set claim_until = now() - interval '1 hour' where id = $1", [delivered[1]?.id]);
  await aPendingOrder(shop, { productId: product.id });
  return { product, importId, requestCode: delivered[0]?.requestCode };
}

test("[S15.11] a recall reaches a webhook with its product and how many IDs were where, then the claims that it opens, and never an ID", async () => {
  const { services, admin, program } = here;
  const { product, importId, requestCode } = await anImport("zq7");
  const { secret } = await here.aWebhook(["import.recalled", "claim.opened", "message.sent"]);
  const recall = () => recallImport(services, admin, importId, { reason: "used", delivered: "in_time" });
  expect(await recall()).toMatchObject({ ok: true });
  expect(await recall(), "one that is refused is not told").toMatchObject({ code: "importRecalled" });
  const carried = async () => {
    await here.deliverAll();
    return program.received.map(({ headers, body }) => verifyWebhook(secret, headers, body, services.now()) as Carried);
  };
  const facts = { importId, productId: product.id, productName: product.name, reason: "used", delivered: "in_time" };
  const recalled = { type: "import.recalled", data: { ...facts, free: 4, reserved: 1, deliveredInTime: 1, deliveredBefore: 1 } };
  expect(await carried()).toMatchObject([recalled]);
  await goOnRecalls(services);
  const later = (await carried()).slice(1).sort((a, b) => a.type.localeCompare(b.type));
  expect(later).toMatchObject([
    { type: "claim.opened", data: { requestCode, number: 1, position: 1, reason: "used", state: "open" } },
    { type: "message.sent", data: { requestCode, side: "shop", number: 1, kind: "claim" } },
  ]);
  expect(program.received.map(({ body }) => body).join(" "), "a signature may have any letters").not.toMatch(/zq7/i);
});

test("[S14.10] a chat hears of a recall once, whatever the number of its orders", async () => {
  const { services, admin, bot } = here;
  const { product, importId } = await anImport("zq8");
  await here.aChat(["import.recalled", "claim.opened", "message.sent"]);
  expect(await recallImport(services, admin, importId, { reason: "used", delivered: "all" })).toMatchObject({ ok: true });
  await goOnRecalls(services);
  await here.deliverAll();
  expect(bot.messages.map(({ text }) => text)).toEqual([
    `Import recalled: ${product.name}\nhttps://shop.example/admin/batches/${importId}`,
  ]);
});
