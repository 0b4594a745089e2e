import { afterAll, beforeAll, expect, test } from "vitest";
import { anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
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

const sums = (timeZone = "Asia/Kolkata") => readOrderSums(shop.services, timeZone);
const nothing = { count: 0, paise: 0 };

const noCounts = { all: 0, review: 0, proof: 0, late: 0, short: 0, collect: 0, paid: 0 };

test("an empty shop tells that nothing was placed and nothing approved", async () => {
  expect(await readQueue(shop.services, { search: null, after: null, open: [] })).toEqual({
    rows: [],
    open: [],
    mostlyHeld: [],
    next: null,
    counts: { ...noCounts, isCut: false, products: [], methods: [] },
  });
  expect(await sums()).toEqual({ today: { placed: nothing, approved: nothing }, month: { placed: nothing, approved: nothing } });
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
    today: { placed: { count: 3, paise: 30_150 }, approved: { count: 2, paise: 20_100 } },
    month: { placed: { count: 4, paise: 40_200 }, approved: { count: 3, paise: 30_150 } },
  });
  expect(await sums("UTC")).toEqual({
    today: { placed: { count: 2, paise: 20_100 }, approved: { count: 1, paise: 10_050 } },
    month: { placed: { count: 4, paise: 40_200 }, approved: { count: 3, paise: 30_150 } },
  });
  shop.setNow();
});

test("[S2.28] the queue shows the orders that are open beside those that were searched for, each once", async () => {
  const { requestCode } = await aPendingOrder(shop);
  const searched = await readQueue(shop.services, {
    search: "no such order",
    after: null,
    open: [requestCode, "REQ-NEVER", "'"],
  });
  expect(searched.rows).toEqual([]);
  expect(searched.open).toMatchObject([{ requestCode, reservedIds: [{ value: expect.any(String) }] }]);

  const listed = await readQueue(shop.services, { search: requestCode, after: null, open: [requestCode] });
  expect(listed.rows).toHaveLength(1);
  expect(listed.open).toEqual([]);
});
