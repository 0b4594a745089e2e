import { afterAll, beforeAll, expect, test } from "vitest";
import { anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { paidOnline, settled, someMoney } from "#tests/support/shop/payments.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { approveOrder } from "../decisions/approve/approve-order.server.ts";
import { rejectOrder } from "../decisions/reject/reject-order.server.ts";
import { readQueue } from "./admin-queue.server.ts";
import { readOrderSums } from "./order-sums.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const sums = (timeZone = "Asia/Kolkata") => readOrderSums(shop.services, anOwner, timeZone);
const nothing = { count: 0, paise: 0 };

const noCounts = { all: 0, review: 0, proof: 0, late: 0, short: 0, collect: 0, paid: 0 };

test("an empty shop tells that nothing was placed and nothing approved", async () => {
  expect(await readQueue(shop.services, anOwner, { search: null, after: null, open: [] })).toEqual({
    rows: [],
    open: [],
    mostlyHeld: [],
    next: null,
    counts: { ...noCounts, isCut: false, products: [], methods: [] },
  });
  expect(await sums()).toEqual({
    today: { placed: nothing, approved: nothing, paid: nothing },
    month: { placed: nothing, approved: nothing, paid: nothing },
  });
});

test("the sums of today and of the month are what was placed and what was approved since midnight where the shop is", async () => {
  const admin = await anAdmin(shop);
  const { id: productId } = await aProduct(shop, { price: 100.5, ids: ["a", "b", "c", "d", "e"] });
  const positionAt = async (time: string) => {
    shop.setNow(new Date(time));
    return (await aPendingOrder(shop, { productId })).requestCode;
  };
  const approveAt = (time: string, code: string, id: string) => {
    shop.setNow(new Date(time));
    return approveOrder(shop.services, admin, code, { ids: [id], faulty: [], downloadLink: null, confirmed: false, idsConfirmed: true });
  };

  const lastMonth = await positionAt("2026-06-30T23:59:00+05:30");
  const yesterday = await positionAt("2026-07-14T23:59:00+05:30");
  const early = await positionAt("2026-07-15T00:00:00+05:30");
  await positionAt("2026-07-15T08:00:00+05:30");
  const refused = await positionAt("2026-07-15T08:00:01+05:30");
  await approveAt("2026-07-14T23:59:59.999+05:30", lastMonth, "x");
  await approveAt("2026-07-15T00:30:00+05:30", yesterday, "y");
  await approveAt("2026-07-15T09:00:00+05:30", early, "z");
  await rejectOrder(shop.services, admin, refused, { reason: "Not paid" });

  expect(await sums()).toEqual({
    today: { placed: { count: 3, paise: 30_150 }, approved: { count: 2, paise: 20_100 }, paid: nothing },
    month: { placed: { count: 4, paise: 40_200 }, approved: { count: 3, paise: 30_150 }, paid: nothing },
  });
  expect(await sums("UTC")).toEqual({
    today: { placed: { count: 2, paise: 20_100 }, approved: { count: 1, paise: 10_050 }, paid: nothing },
    month: { placed: { count: 4, paise: 40_200 }, approved: { count: 3, paise: 30_150 }, paid: nothing },
  });
  shop.setNow();
});

test("[S12.2] what was paid counts on the day of the payment with what its buyer had to pay, unless the order was rejected", async () => {
  const admin = await anAdmin(shop);
  const { id: productId } = await aProduct(shop, { price: 499, ids: ["f", "g", "h", "i"] });
  const free = await aProduct(shop, { price: 0, ids: ["j"] });
  shop.setNow(new Date("2026-08-19T10:00:00+05:30"));
  const orders = [];
  for (let n = 0; n < 4; n += 1) orders.push(await paidOnline(shop, await aPendingOrder(shop, { productId })));
  const [early, own, rejected] = orders;
  await aPendingOrder(shop, { productId: free.id });
  await shop.services.db.$client.query("update orders set payable_paise = 49870 where id = $1", [own?.id]);
  shop.setNow(new Date("2026-08-20T10:00:00+05:30"));
  const paidAt = (time: string) => new Date(`2026-08-${time}:00+05:30`);
  await settled(shop.services, someMoney(early?.id ?? null, { paidAt: paidAt("19T23:59") }));
  await settled(shop.services, someMoney(own?.id ?? null, { paise: 49_870, paidAt: paidAt("20T00:00") }));
  const before = await sums();
  await shop.services.db.$client.query("update products set delivery = 'after approval' where id = $1", [productId]);
  await settled(shop.services, someMoney(rejected?.id ?? null, { paidAt: paidAt("20T01:00") }));
  expect((await sums()).today.paid, "held back").toEqual({ count: 2, paise: 99_770 });
  await rejectOrder(shop.services, admin, rejected?.requestCode ?? "", { reason: "No" });
  expect(await sums()).toEqual(before);
  expect(before).toMatchObject({ today: { paid: { count: 1, paise: 49_870 } }, month: { paid: { count: 2, paise: 99_770 } } });
  shop.setNow();
});

test("[S2.28] the queue shows the orders that are open beside those that were searched for, each once", async () => {
  const { requestCode } = await aPendingOrder(shop);
  const searched = await readQueue(shop.services, anOwner, {
    search: "no such order",
    after: null,
    open: [requestCode, "REQ-NEVER", "'"],
  });
  expect(searched.rows).toEqual([]);
  expect(searched.open).toMatchObject([{ requestCode, reservedIds: [{ value: expect.any(String) }] }]);

  const listed = await readQueue(shop.services, anOwner, { search: requestCode, after: null, open: [requestCode] });
  expect(listed.rows).toHaveLength(1);
  expect(listed.open).toEqual([]);
});
