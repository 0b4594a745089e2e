import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readInventory } from "#shop/stock/inventory.server.ts";
import { anAdmin, aPendingOrder, aProduct } from "#tests/support/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop.ts";
import { tellOfMostlyHeld } from "./mostly-held.server.ts";
import { readQueue } from "./queue.server.ts";
import { rejectOrder } from "./reject-order.server.ts";
import { showLetter } from "./show-letter.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterEach(() => shop.setNow());
afterAll(() => shop.close());

const idsOf = (name: string, howMany: number) => Array.from({ length: howMany }, (_, n) => `${name}-${n}`);
const noticed = async () => {
  const { mostlyHeld } = await readQueue(shop.services, { search: null, after: null, open: [], timeZone: "UTC" });
  expect((await readInventory(shop.services, { search: "", page: 1 })).mostlyHeld).toEqual(mostlyHeld);
  return mostlyHeld;
};
const lettersAbout = async () =>
  (await shop.services.db.$client.query("select id, facts from letters where kind = 'mostly-held' order by created_at")).rows;

test("a product of which 80 percent are held, and at least 5 IDs, is noticed on the queue and in the inventory, and no other", async () => {
  const half = await aProduct(shop, { name: "Half", ids: idsOf("half", 10) });
  const few = await aProduct(shop, { name: "Few", ids: idsOf("few", 4) });
  const most = await aProduct(shop, { name: "Most", ids: idsOf("most", 10) });
  await aPendingOrder(shop, { productId: half.id, quantity: 7 });
  await aPendingOrder(shop, { productId: few.id, quantity: 4 });
  await aPendingOrder(shop, { productId: most.id, quantity: 7 });
  expect(await noticed()).toEqual([]);
  const last = await aPendingOrder(shop, { productId: most.id });
  expect(await noticed()).toEqual([{ id: most.id, name: "Most", held: 8, available: 2 }]);
  await rejectOrder(shop.services, await anAdmin(shop), last.requestCode, { reason: "no" });
  expect(await noticed()).toEqual([]);
});

test("the owner gets one letter a day for it, also when two processes look at once", async () => {
  const start = new Date("2026-11-21T10:00:00Z");
  shop.setNow(start);
  const { id } = await aProduct(shop, { name: "Frozen", ids: idsOf("frozen", 6) });
  await aPendingOrder(shop, { productId: id, quantity: 6 });
  const told = await Promise.all([tellOfMostlyHeld(shop.services), tellOfMostlyHeld(shop.services), tellOfMostlyHeld(shop.services)]);
  expect(told.reduce((all, one) => all + one)).toBe(1);
  shop.setNow(new Date(start.getTime() + 23 * 3_600_000));
  expect(await tellOfMostlyHeld(shop.services)).toBe(0);
  shop.setNow(new Date(start.getTime() + 24 * 3_600_000));
  expect(await tellOfMostlyHeld(shop.services)).toBe(1);

  const [letter] = await lettersAbout();
  expect(letter?.facts).toEqual({ product: "Frozen", held: "6", free: "0" });
  const shown = await showLetter(shop.services, await anAdmin(shop), letter?.id, "https://shop.example");
  expect(shown).toMatchObject({ ok: true, value: { subject: "Most of “Frozen” is reserved" } });
  expect(shown.ok && shown.value.text).toContain("https://shop.example/admin/dashboard?tab=requests");
});
