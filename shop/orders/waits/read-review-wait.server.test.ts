import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { DAY_MS, MINUTE_MS } from "#shop/constants.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { aHelper, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { soon } from "#tests/support/soon.ts";
import { queryReviewWait } from "./read-review-wait.server.ts";

const NOW = new Date("2026-05-01T10:00:00Z");

let shop: TestShop;
let helper: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  helper = await aHelper(shop, ["decide-orders"]);
});
afterAll(() => shop.close());

const write = (text: string, values: unknown[]) => shop.services.db.$client.query(text, values);
const reject = (code: string, by: Admin) => rejectOrder(shop.services, by, code, { reason: "No payment" });

test("[S14.14] the record is made of what persons decided within 28 days: not of programs, money or the old shop", async () => {
  shop.setNow(NOW);
  const { id: productId } = await aProduct(shop, { ids: Array.from({ length: 40 }, (_, n) => `wait-${n}`) });
  const decided = async (tookMinutes: number, { daysAgo = 1, by = helper, approves = false } = {}) => {
    const { requestCode, id } = await aPendingOrder(shop, { productId });
    const at = new Date(NOW.getTime() - daysAgo * DAY_MS);
    await write("update orders set created_at = $2 where id = $1", [id, new Date(at.getTime() - tookMinutes * MINUTE_MS)]);
    shop.setNow(at);
    const form = { ids: [], faulty: [], downloadLink: null, confirmed: false };
    const answer = approves ? await approveOrder(shop.services, by, requestCode, form) : await reject(requestCode, by);
    shop.setNow(NOW);
    if (!answer.ok) throw new Error(answer.code);
    return id;
  };
  for (let n = 1; n <= 9; n += 1) await decided(n * 10, { approves: n % 2 === 0 });
  await decided(5_000, { daysAgo: 29 });
  await decided(0, { by: { ...helper, userId: "api-key:till" } });
  const byMoney = await decided(0, { approves: true });
  await write("update orders set approved_by = 'money' where id = $1", [byMoney]);
  const old = await decided(0);
  await write("update orders set is_from_old_shop = true where id = $1", [old]);
  expect(await queryReviewWait(shop.services), "nine are too few").toBeNull();

  const paidLater = await decided(900);
  const paidAt = new Date(NOW.getTime() - DAY_MS - 100 * MINUTE_MS);
  await write("update orders set paid_at = $2 where id = $1", [paidLater, paidAt]);
  const expected = { halfMs: 50 * MINUTE_MS, mostMs: 90 * MINUTE_MS };
  expect(await queryReviewWait(shop.services)).toEqual(expected);
  expect(shop.services.reviewWait.known(), "not read yet").toBeNull();
  await vi.waitFor(() => expect(shop.services.reviewWait.known()).toEqual(expected), soon);
  for (let n = 0; n < 9; n += 1) await decided(3_000);
  shop.setNow(new Date(NOW.getTime() + MINUTE_MS - 1));
  expect(shop.services.reviewWait.known(), "for a minute").toEqual(expected);
  shop.setNow(new Date(NOW.getTime() + MINUTE_MS));
  await vi.waitFor(() => expect(shop.services.reviewWait.known()).toMatchObject({ mostMs: 3_000 * MINUTE_MS }), soon);
});
