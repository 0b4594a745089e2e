import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { showEmail } from "#shop/emails/reading/show-email.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { readQueue } from "#shop/orders/reading/admin-queue.server.ts";
import { asOwner } from "#tests/support/shop/books.ts";
import { anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { readInventory } from "../products/inventory.server.ts";
import { emailMostlyReserved } from "./email-mostly-held.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterEach(() => shop.setNow());
afterAll(() => shop.close());

const idsOf = (name: string, howMany: number) => Array.from({ length: howMany }, (_, n) => `${name}-${n}`);
const mostlyHeldOf = async () => {
  const { mostlyHeld } = await readQueue(shop.services, anOwner, { search: null, after: null, open: [] });
  expect((await readInventory(shop.services, anOwner, { search: "", page: 1 })).mostlyHeld).toEqual(mostlyHeld);
  return mostlyHeld;
};
const emailsAbout = async () =>
  (await shop.services.db.$client.query("select id, facts from emails where kind = 'mostly-held' order by created_at")).rows;

test("a product of which 80 percent are held, and at least 5 IDs, is shown on the queue and in the inventory, and no other", async () => {
  const half = await aProduct(shop, { name: "Half", ids: idsOf("half", 10) });
  const few = await aProduct(shop, { name: "Few", ids: idsOf("few", 4) });
  const most = await aProduct(shop, { name: "Most", ids: idsOf("most", 10) });
  await aPendingOrder(shop, { productId: half.id, quantity: 7 });
  await aPendingOrder(shop, { productId: few.id, quantity: 4 });
  await aPendingOrder(shop, { productId: most.id, quantity: 7 });
  expect(await mostlyHeldOf()).toEqual([]);
  const last = await aPendingOrder(shop, { productId: most.id });
  expect(await mostlyHeldOf()).toEqual([{ id: most.id, name: "Most", language: "en", held: 8, available: 2 }]);
  await rejectOrder(shop.services, await anAdmin(shop), last.requestCode, { reason: "no" });
  expect(await mostlyHeldOf()).toEqual([]);
});

test("the owner gets one email a day for it, also when two processes check at once", async () => {
  const start = new Date("2026-11-21T10:00:00Z");
  shop.setNow(start);
  const { id } = await aProduct(shop, { name: "Frozen", ids: idsOf("frozen", 6) });
  await aPendingOrder(shop, { productId: id, quantity: 6 });
  const counts = await Promise.all([
    emailMostlyReserved(shop.services),
    emailMostlyReserved(shop.services),
    emailMostlyReserved(shop.services),
  ]);
  expect(counts.reduce((all, one) => all + one)).toBe(1);
  shop.setNow(new Date(start.getTime() + 23 * 3_600_000));
  expect(await emailMostlyReserved(shop.services)).toBe(0);
  shop.setNow(new Date(start.getTime() + 24 * 3_600_000));
  expect(await emailMostlyReserved(shop.services)).toBe(1);

  const [email] = await emailsAbout();
  expect(email?.facts).toEqual({ product: "Frozen", held: "6", free: "0" });
  const shown = await showEmail(shop.services, await anAdmin(shop), email?.id, "https://shop.example");
  expect(shown).toMatchObject({ ok: true, value: { subject: "Most of “Frozen” is reserved" } });
  expect(shown.ok && shown.value.text).toContain("https://shop.example/admin/orders");
});

test("an order that leaves a product as it is in this changes its books in place, no index with them", async () => {
  const { id } = await aProduct(shop, { name: "Busy", ids: idsOf("busy", 40) });
  await aPendingOrder(shop, { productId: id, quantity: 8 });
  await asOwner(shop, async (client) => {
    const inPlace = async (held: number) => {
      await client.query("update product_stock set held = held + $2, available = available - $2 where product_id = $1", [id, held]);
      const { rows } = await client.query("select n_tup_hot_upd::int as n from pg_stat_xact_user_tables where relname = 'product_stock'");
      return rows[0]?.n;
    };
    await client.query("begin");
    expect([await inPlace(1), await inPlace(20), await inPlace(1)]).toEqual([1, 2, 3]);
    expect([await inPlace(5), await inPlace(1)]).toEqual([3, 4]);
    await client.query("rollback");
  });
});
