import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { HOUR_MS } from "#shop/constants.ts";
import { openClaims } from "#shop/orders/claims/open-claims.server.ts";
import { closeSales } from "#shop/orders/sales/close-sales.server.ts";
import { addBatch } from "#shop/stock/imports/add-batch.server.ts";
import { checkIds } from "#shop/stock/imports/check-ids.server.ts";
import { asOwner } from "#tests/support/shop/books.ts";
import { aHelper, anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { deliveredValuesOf, reservedValuesOf } from "#tests/support/shop/order-ids.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { approveOrder } from "../decisions/approve/approve-order.server.ts";
import { replaceId } from "../decisions/replace/replace-id.server.ts";
import { type AskedDays, findSupplier, listSuppliers } from "./read-suppliers.server.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

const ever = { from: null, to: null };

async function imported(at: string, productId: string, supplier: string, cost: number | null, ids: string[]) {
  shop.setNow(new Date(at));
  const checked = await checkIds(shop.services, admin, { productId, supplier, note: "", cost, ids: ids.join("\n") });
  if (!checked.ok) throw new Error(checked.code);
  expect(await addBatch(shop.services, admin, checked.value.batchId, ["new"])).toMatchObject({ ok: true });
  return checked.value.batchId;
}

async function sold(at: string, productId: string, quantity: number) {
  shop.setNow(new Date(at));
  const { requestCode } = await aPendingOrder(shop, { productId, quantity });
  const ids = await reservedValuesOf(shop.services, requestCode);
  const decision = { ids, faulty: [], downloadLink: null, confirmed: true, idsConfirmed: true };
  expect(await approveOrder(shop.services, admin, requestCode, decision)).toMatchObject({ ok: true });
  return { requestCode, ids };
}

/** Opens a claim some hours after the delivery. */
async function claimed(deliveredAt: string, hours: number, requestCode: string, position: number) {
  shop.setNow(new Date(Date.parse(deliveredAt) + hours * HOUR_MS));
  const claim = await openClaims(shop.services, admin, requestCode, { positions: [position + 1], reason: "refused", text: "" });
  expect(claim).toMatchObject({ ok: true });
}

/** Counts the rows one by one. */
async function counted(supplier: string, { from, to }: AskedDays) {
  const within = (at: Date) => {
    const day = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Kolkata", dateStyle: "short" }).format(at);
    return day >= (from ?? "") && day <= (to ?? "9999");
  };
  return asOwner(shop, async (client) => {
    const read = async (text: string) => (await client.query(text, [supplier])).rows;
    const its = "join batches b on b.id = u.batch_id join suppliers s on s.id = b.supplier_id and s.name = $1";
    const came = await read(`select b.created_at as at from units u ${its}`);
    const given = await read(
      `select h.delivered_at as at from order_units h join units u on u.id = h.unit_id ${its} where h.delivered_at is not null
        union all select coalesce((select replaced_at from replacements c where c.unit_id = r.faulty_unit_id), o.processed_at) from replacements r
          join orders o on o.id = r.order_id join units u on u.id = r.faulty_unit_id ${its}`,
    );
    const dead = await read(
      `select r.replaced_at as at, b.cost_paise::float8 as cost from replacements r join units u on u.id = r.faulty_unit_id ${its}`,
    );
    const claims = await read(
      `select c.opened_at as at, o.processed_at as given from claims c join orders o on o.id = c.order_id join units u on u.id = c.unit_id ${its}`,
    );
    const took = claims.filter(({ at }) => within(at)).map(({ at, given }) => at.getTime() - given.getTime());
    took.sort((one, other) => one - other);
    const half = (took.length - 1) / 2;
    return {
      ids: came.filter(({ at }) => within(at)).length,
      delivered: given.filter(({ at }) => within(at)).length,
      claims: took.length,
      claimMs: took.length === 0 ? null : ((took[Math.floor(half)] ?? 0) + (took[Math.ceil(half)] ?? 0)) / 2,
      dead: dead.filter(({ at }) => within(at)).length,
      deadCostPaise: dead.filter(({ at }) => within(at)).reduce((sum, { cost }) => sum + (cost ?? 0), 0),
    };
  });
}

test("[S15.10] a supplier's numbers of any days equal a count of the rows, in all, by product and by import", async () => {
  const [gold, silver] = [await aProduct(shop, { name: "Gold", ids: [] }), await aProduct(shop, { name: "Silver", ids: [] })];
  const first = await imported("2026-03-31T18:00:00Z", gold.id, "Asha", 1_250, ["a-1", "a-2", "a-3", "a-4"]);
  await imported("2026-04-10T06:00:00Z", gold.id, "Asha", 900, ["a-5", "a-6"]);
  await imported("2026-04-10T06:00:00Z", silver.id, "Asha", null, ["s-1", "s-2"]);
  await imported("2026-04-11T06:00:00Z", silver.id, "Ravi", 500, ["r-1"]);
  const march = "2026-03-31T18:29:59Z";
  const april = "2026-04-15T10:00:00Z";
  const one = await sold(march, gold.id, 2);
  const two = await sold(april, gold.id, 2);
  const three = await sold(april, silver.id, 1);
  await claimed(march, 1, one.requestCode, 0);
  await claimed(march, 5, one.requestCode, 1);
  await claimed(april, 8, two.requestCode, 1);
  await claimed(april, 3, three.requestCode, 0);
  shop.setNow(new Date("2026-05-02T10:00:00Z"));
  const [faulty = ""] = await deliveredValuesOf(shop.services, two.requestCode);
  expect(await replaceId(shop.services, admin, two.requestCode, { faulty, id: null })).toMatchObject({ ok: true });
  shop.setNow(new Date("2026-05-03T10:00:00Z"));

  for (const isClosed of [false, true]) {
    if (isClosed) await closeSales(shop.services);
    for (const days of [
      ever,
      { from: "2026-03-01", to: "2026-03-31" },
      { from: "2026-04-01", to: "2026-04-30" },
      { from: "2026-05-01", to: null },
    ]) {
      const list = await listSuppliers(shop.services, anOwner, { after: "", ...days });
      if (!list.ok) throw new Error(list.code);
      for (const row of list.value.rows) {
        const { id, name, hiddenAt, imports, ...numbers } = row;
        expect(numbers, `${name} ${days.from}`).toEqual(await counted(name, days));
        const its = await findSupplier(shop.services, anOwner, id, days);
        if (!its.ok) throw new Error(its.code);
        expect(its.value.supplier).toEqual(row);
        for (const parts of [its.value.products, its.value.imports])
          for (const key of ["ids", "delivered", "claims", "dead", "deadCostPaise"] as const)
            expect(
              parts.reduce((sum, part) => sum + part[key], 0),
              `${name} ${key}`,
            ).toBe(row[key]);
        if (name === "Asha" && days.to === "2026-03-31")
          expect(its.value.imports).toMatchObject([{ id: first, ids: 4, delivered: 2, claims: 0 }]);
      }
    }
  }
  expect(await listSuppliers(shop.services, anOwner, { after: "", from: "2026-04-02", to: "2026-04-01" })).toMatchObject({
    code: "accountsPeriodWrong",
  });
  expect(await listSuppliers(shop.services, await aHelper(shop, ["see-figures"]), { after: "", ...ever })).toMatchObject({
    code: "rightMissing",
  });
});
