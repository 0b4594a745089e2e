import { afterAll, beforeAll, expect, test } from "vitest";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { replaceId } from "#shop/orders/decisions/replace/replace-id.server.ts";
import { asOwner } from "#tests/support/shop/books.ts";
import { anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { reservedValuesOf } from "#tests/support/shop/order-ids.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { addBatch } from "../imports/add-batch.server.ts";
import { changeBatch } from "../imports/change-batch.server.ts";
import { checkIds } from "../imports/check-ids.server.ts";
import { undoBatch } from "../imports/undo-batch.server.ts";
import { deleteProduct } from "./deletion/delete-product.server.ts";
import { queryWholeFreeCost } from "./free-cost.server.ts";
import { readInventory } from "./inventory.server.ts";
import type { FreeCost } from "./inventory.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test("[S17.7] the cost of free IDs equals a count of them, whatever happened to those of their imports", async () => {
  const admin = await anAdmin(shop);
  const { id: productId } = await aProduct(shop, { name: "Priced", ids: ["plain-1", "plain-2"] });
  const other = await aProduct(shop, { name: "Priceless", ids: ["other-1"] });
  const imported = async (cost: number | null, ids: string[], product = productId) => {
    const checked = await checkIds(shop.services, admin, { productId: product, supplier: "", note: "", cost, ids: ids.join("\n") });
    if (!checked.ok) throw new Error(checked.code);
    expect(await addBatch(shop.services, admin, checked.value.batchId, ["new"])).toMatchObject({ ok: true });
    return checked.value.batchId;
  };
  const decided = { faulty: [], downloadLink: null, confirmed: true, idsConfirmed: true };
  const shown = async () => {
    const { products } = await readInventory(shop.services, anOwner, { search: "", page: 1 });
    return Object.fromEntries(products.map(({ name, freeCost }) => [name, freeCost]));
  };
  const counted = () =>
    asOwner(shop, async (client) => {
      const { rows } = await client.query(
        `select p.name, count(*)::integer as known, sum(b.cost_paise)::float8 as paise from free_units f join units u on u.id = f.unit_id
          join batches b on b.id = u.batch_id join products p on p.id = f.product_id where b.cost_paise is not null group by 1`,
      );
      return Object.fromEntries(rows.map(({ name, ...cost }): [string, FreeCost] => [name, cost]));
    });
  const expectSame = async () => {
    const all = await counted();
    const costs = await shown();
    expect(costs).toEqual({ ...Object.fromEntries(Object.keys(costs).map((name) => [name, null])), ...all });
    const sum = (key: "known" | "paise") => Object.values(all).reduce((total, cost) => total + cost[key], 0);
    expect(await queryWholeFreeCost(shop.services)).toEqual({ known: sum("known"), paise: sum("paise") });
  };

  await expectSame();
  await imported(1_050, ["ch-1", "ch-2", "ch-3", "ch-4"]);
  const dear = await imported(9_900, ["de-1", "de-2", "de-3"]);
  const unsaid = await imported(null, ["un-1"]);
  const undone = await imported(40_000, ["ud-1", "ud-2"]);
  await expectSame();

  const sold = await aPendingOrder(shop, { productId, quantity: 3 });
  const rejected = await aPendingOrder(shop, { productId, quantity: 3 });
  await expectSame();
  const ids = await reservedValuesOf(shop.services, sold.requestCode);
  expect(await approveOrder(shop.services, admin, sold.requestCode, { ...decided, ids })).toMatchObject({ ok: true });
  await expectSame();
  expect(await rejectOrder(shop.services, admin, rejected.requestCode, { reason: "Not paid" })).toMatchObject({ ok: true });
  expect(await replaceId(shop.services, admin, sold.requestCode, { faulty: ids[2] ?? "", id: null })).toMatchObject({ ok: true });
  await expectSame();

  expect(await changeBatch(shop.services, admin, unsaid, { supplier: "", note: "", cost: 700 })).toMatchObject({ ok: true });
  expect(await changeBatch(shop.services, admin, dear, { supplier: "", note: "", cost: null })).toMatchObject({ ok: true });
  await expectSame();
  expect(await undoBatch(shop.services, admin, undone)).toMatchObject({ ok: true });
  await expectSame();

  await imported(300, ["gone-1"], other.id);
  expect(await shown()).toMatchObject({ Priceless: { known: 1, paise: 300 } });
  expect(await deleteProduct(shop.services, admin, other.id)).toMatchObject({ ok: true });
  await expectSame();
});
