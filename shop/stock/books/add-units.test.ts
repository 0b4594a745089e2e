import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { releaseHeld } from "#shop/orders/decisions/release-held.server.ts";
import { decryptedValues } from "#tests/support/secret/decrypted-values.ts";
import { aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { lockStock } from "../lock-stock.server.ts";
import { removeProducts } from "../products/deletion/remove-products.server.ts";
import { addUnits, untilNoneEnteredMeanwhile } from "./add-units.server.ts";
import { prepareIds } from "./prepare-ids.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const add = (productId: string, values: string[]) =>
  untilNoneEnteredMeanwhile(() =>
    inTransaction(shop.services.db, async (tx) => {
      await lockStock(tx, [productId]);
      return addUnits(shop.services, tx, productId, await prepareIds(shop.services, values), shop.services.now());
    }),
  );

/** The free IDs in the order of sale, and the stock counter. */
async function stockOf(productId: string): Promise<{ free: string[]; available: number }> {
  const { rows } = await shop.services.db.$client.query("select available from product_stock where product_id = $1", [productId]);
  const free = await decryptedValues(
    shop.services,
    "units.value",
    "where id in (select unit_id from free_units where product_id = $1) order by id",
    [productId],
  );
  return { free, available: rows[0].available };
}

test("[S5.11] new IDs become available in their order, known ones are skipped and counted", async () => {
  const { id } = await aProduct(shop, { ids: ["known"] });
  expect(await add(id, ["b-new", "known", "a-new"])).toMatchObject({ ok: true, value: { added: 2, skipped: 1 } });
  expect(await stockOf(id)).toEqual({ free: ["known", "b-new", "a-new"], available: 3 });
});

test("[S5.11] an ID that the product has reserved is not added again", async () => {
  const { id } = await aProduct(shop, { ids: ["held"] });
  await aPendingOrder(shop, { productId: id });
  expect(await add(id, ["held"])).toMatchObject({ ok: true, value: { added: 0, skipped: 1, addedUnitIds: [] } });
  expect(await stockOf(id)).toEqual({ free: [], available: 0 });
});

test("[S3.9] a value of another product is refused, naming it, and none of the others is added", async () => {
  await aProduct(shop, { name: "Owner of it", ids: ["theirs"] });
  const { id } = await aProduct(shop, { ids: [] });
  expect(await add(id, ["mine", "theirs"])).toMatchObject({ ok: false, code: "idOfOtherProduct", words: { product: "Owner of it" } });
  expect(await stockOf(id)).toEqual({ free: [], available: 0 });
});

test("[S3.9] an ID that left the shop with a deleted product may come back with another", async () => {
  const gone = await aProduct(shop, { ids: ["comes back"] });
  await inTransaction(shop.services.db, (tx) => removeProducts(tx, [gone.id], shop.services.now()));
  const { id } = await aProduct(shop, { ids: [] });
  expect(await add(id, ["comes back"])).toMatchObject({ ok: true, value: { added: 1 } });
  expect(await stockOf(id)).toEqual({ free: ["comes back"], available: 1 });
});

test("[S5.11] a faulty ID stays withdrawn when it is pasted again", async () => {
  const { id } = await aProduct(shop, { ids: ["faulty"] });
  await inTransaction(shop.services.db, async (tx) => {
    await tx.execute(sql`delete from free_units where product_id = ${id}`);
    await tx.execute(sql`update product_stock set available = 0 where product_id = ${id}`);
    await tx.execute(sql`update units set withdrawn = 'faulty', withdrawn_at = now() where product_id = ${id}`);
  });
  expect(await add(id, ["faulty"])).toMatchObject({ ok: true, value: { added: 0, skipped: 1 } });
});

test("[S5.11] the same IDs added to one product twice at once are there once", async () => {
  const { id } = await aProduct(shop, { ids: [] });
  const values = Array.from({ length: 200 }, (_, n) => `twice-${n}`);
  const answers = await Promise.all([add(id, values), add(id, values.toReversed())]);
  const counts = answers.map((answer) => (answer.ok ? answer.value.added : -1)).sort((a, b) => a - b);
  expect(counts).toEqual([0, 200]);
  const { free, available } = await stockOf(id);
  expect([new Set(free).size, free.length, available]).toEqual([200, 200, 200]);
});

test("[S3.9] of two products that get the same value at once exactly one has it, and the other is refused naming it, with nothing half-written", async () => {
  for (let round = 0; round < 10; round += 1) {
    const [one, two] = await Promise.all([
      aProduct(shop, { name: `One ${round}`, ids: [] }),
      aProduct(shop, { name: `Two ${round}`, ids: [] }),
    ]);
    const shared = [`shared-a-${round}`, `shared-b-${round}`];
    const answers = await Promise.all([add(one.id, [`one-${round}`, ...shared]), add(two.id, [`two-${round}`, ...shared.toReversed()])]);
    const [winner, loser] = answers[0].ok ? [one, two] : [two, one];
    expect(answers.find((answer) => !answer.ok)).toMatchObject({ code: "idOfOtherProduct", words: { product: winner.name } });
    expect((await stockOf(winner.id)).available).toBe(3);
    expect(await stockOf(loser.id)).toEqual({ free: [], available: 0 });
  }
});

test("[S5.8] very many IDs are added in one go", async () => {
  const { id } = await aProduct(shop, { ids: [] });
  const answer = await add(
    id,
    Array.from({ length: 6_000 }, (_, n) => `many-${n}`),
  );
  expect(answer).toMatchObject({ ok: true, value: { added: 6_000, skipped: 0 } });
  const { rows } = await shop.services.db.$client.query(
    "select available, (select count(*)::int from free_units where product_id = $1) as free from product_stock where product_id = $1",
    [id],
  );
  expect(rows[0]).toEqual({ available: 6_000, free: 6_000 });
}, 60_000);

test("[S4.3] released IDs are available again, and the counter says so", async () => {
  const { id } = await aProduct(shop, { ids: ["back"] });
  const order = await aPendingOrder(shop, { productId: id });
  await inTransaction(shop.services.db, (tx) =>
    Promise.all([
      releaseHeld(tx, { id: order.id, productId: id }),
      tx.execute(sql`update orders set status = 'cancelled', cancelled_at = now() where id = ${order.id}`),
    ]),
  );
  expect(await stockOf(id)).toEqual({ free: ["back"], available: 1 });
});
