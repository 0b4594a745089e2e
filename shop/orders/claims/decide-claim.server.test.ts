import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { HOUR_MS } from "#shop/constants.ts";
import { MESSAGES_WITH_ANSWERS_MAX } from "#shop/orders/constants.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { forgetSettings } from "#shop/settings/settings.server.ts";
import { booksOf, faultsOf } from "#tests/support/shop/books.ts";
import { aHelper, anAdmin } from "#tests/support/shop/builders.ts";
import { aDeliveredOrder, addToStock, claimIds, claimIdsOf, claimStatesOf } from "#tests/support/shop/claims.ts";
import { deliveredValuesOf } from "#tests/support/shop/order-ids.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { replaceId } from "../decisions/replace/replace-id.server.ts";
import { writeAsShop } from "../messages/write-message.server.ts";
import { eraseOld } from "../retention/erase-old-orders.server.ts";
import { countWaiting } from "../today/count-waiting.server.ts";
import { refuseClaim, swapClaim, withdrawClaim } from "./decide-claim.server.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterEach(() => shop.setNow());
afterAll(() => shop.close());

const some = (n: number) => Array.from({ length: n }, () => `swapped-${randomUUID()}`);
const swap = (claim: string, visitor: Admin = admin, id: string | null = null) =>
  swapClaim(shop.services, visitor, claim, { id, idsConfirmed: true });

async function aClaimed(free: string[] = []) {
  const [one = "", two = ""] = some(2);
  const order = await aDeliveredOrder(shop, admin, [one, two], { free });
  const claimed = await claimIds(shop, order, [one]);
  if (!claimed.ok) throw new Error(claimed.code);
  const [claim = ""] = await claimIdsOf(shop, order);
  return { ...order, one, two, claim };
}

test("[S15.5] a swap puts a free ID in the place of the claimed one, and books, replacements, audit and the buyer's page have it", async () => {
  const [fresh = ""] = some(1);
  const order = await aClaimed([fresh]);
  expect(await swap(order.claim)).toEqual({ ok: true, value: null });
  expect(await deliveredValuesOf(shop.services, order.requestCode)).toEqual([fresh, order.two]);
  expect(await booksOf(shop, order.product.id)).toMatchObject({ counter: 0, free: 0, delivered: 2, withdrawn: 1 });
  const seen = await findOrder(shop.services, order.buyer, order.requestCode);
  expect(seen).toMatchObject({
    deliveredIds: [{ value: fresh, claim: { number: 1, state: "swapped", isOfThisId: false } }, { claim: null }],
  });
  expect(await swap(order.claim)).toMatchObject({ kind: "conflict", code: "claimDecided" });
  expect(await swap("REQ-NONE-C1")).toMatchObject({ kind: "missing", code: "claimNotFound" });
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S15.5] without a free ID the claim waits for stock, Today says how many new IDs would serve, and then it is swapped", async () => {
  const order = await aClaimed();
  const before = (await countWaiting(shop.services, admin)).claimsWaiting;
  for (let twice = 0; twice < 2; twice += 1) expect(await swap(order.claim)).toMatchObject({ kind: "conflict", code: "noFreeIdLeft" });
  expect(await claimStatesOf(shop, order)).toEqual(["open"]);
  expect((await countWaiting(shop.services, admin)).claimsWaiting).toBe(before + 1);
  await addToStock(shop, admin, order.product.id, some(1));
  expect(await swap(order.claim)).toEqual({ ok: true, value: null });
  expect((await countWaiting(shop.services, admin)).claimsWaiting).toBe(before);
});

test("[S15.4] each decision asks for its right, and a typed ID also for seeing IDs", async () => {
  const [fresh = ""] = some(1);
  const order = await aClaimed([fresh]);
  const [decides, answers] = [await aHelper(shop, ["decide-orders"]), await aHelper(shop, ["answer-buyers"])];
  expect(await swap(order.claim, answers)).toMatchObject({ code: "rightMissing" });
  expect(await refuseClaim(shop.services, decides, order.claim, { reason: "No" })).toMatchObject({ code: "rightMissing" });
  expect(await swap(order.claim, decides, "typed-by-hand")).toMatchObject({ code: "rightMissing" });
  expect(await claimStatesOf(shop, order)).toEqual(["open"]);
  expect(await swap(order.claim, decides)).toEqual({ ok: true, value: null });
});

test("[S15.1] who swaps an ID that nobody claimed opens a claim with it, and one that was claimed closes that claim", async () => {
  const order = await aClaimed(some(2));
  for (const faulty of [order.two, order.one])
    expect(await replaceId(shop.services, admin, order.requestCode, { faulty, id: null, reason: "different" })).toMatchObject({ ok: true });
  const { rows } = await shop.services.db.$client.query(
    "select number, opened_by, reason, state from claims where order_id = $1 order by number",
    [order.id],
  );
  expect(rows).toEqual([
    { number: 1, opened_by: "buyer", reason: "used", state: "swapped" },
    { number: 2, opened_by: "person", reason: "different", state: "swapped" },
  ]);
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S15.9] claims of an order that are refused together have one message, and those decided meanwhile keep their decision", async () => {
  const ids = some(4);
  const order = await aDeliveredOrder(shop, admin, ids, { free: some(1) });
  await claimIds(shop, order, ids);
  const [first = "", second = "", ...more] = await claimIdsOf(shop, order);
  const other = await aClaimed();
  await swap(second);
  const refuse = (claim: string) =>
    refuseClaim(shop.services, admin, claim, { reason: "All work." }, [first, second, ...more, other.claim]);
  expect(await refuse(second)).toMatchObject({ code: "claimDecided" });
  const all = await refuse(first);
  expect(all.ok && all.value.sort()).toEqual([first, ...more]);
  expect(await claimStatesOf(shop, order)).toEqual(["refused", "swapped", "refused", "refused"]);
  expect(await claimStatesOf(shop, other)).toEqual(["open"]);
  const { rows } = await shop.services.db.$client.query("select answer_number from claims where order_id = $1 order by number", [order.id]);
  expect(rows.map((row) => row.answer_number)).toEqual([2, null, 2, 2]);
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S15.4] a full conversation blocks no decision", async () => {
  const order = await aClaimed();
  await shop.services.db.$client.query(
    `insert into order_messages (id, order_id, number, side, person_id, erased_at, at)
      select gen_random_uuid()::text, order_id, n, 'shop', $2, at, at from order_messages, generate_series(2, $3::integer) as n where order_id = $1`,
    [order.id, admin.userId, MESSAGES_WITH_ANSWERS_MAX],
  );
  expect(await writeAsShop(shop.services, admin, order.requestCode, { text: "Full" })).toMatchObject({ code: "conversationFull" });
  expect(await refuseClaim(shop.services, admin, order.claim, { reason: "It works." })).toEqual({ ok: true, value: [order.claim] });
  expect(await claimStatesOf(shop, order)).toEqual(["refused"]);
});

test("[S15.7] swap, refusal, taking back and a second person at once: exactly one wins, the others read so, and the books balance", async () => {
  for (let round = 0; round < 6; round += 1) {
    const order = await aClaimed(some(3));
    const answers = await Promise.all([
      swap(order.claim),
      swap(order.claim, await anAdmin(shop)),
      refuseClaim(shop.services, admin, order.claim, { reason: "It works." }),
      withdrawClaim(shop.services, order.buyer, order.requestCode, 1),
      replaceId(shop.services, admin, order.requestCode, { faulty: order.one, id: null }),
    ]);
    const states = await claimStatesOf(shop, order);
    const codes = answers.map((answer) => (answer.ok ? "done" : answer.code));
    const { delivered, withdrawn, free, counter } = await booksOf(shop, order.product.id);
    // Replacing needs no claim: after a refusal it opens one of its own.
    expect(codes.slice(0, 4).filter((code) => code === "done").length + Number(codes[4] === "done" && states[0] === "swapped")).toBe(1);
    expect(
      codes
        .slice(0, 4)
        .filter((code) => code !== "done")
        .every((code) => code === "claimDecided"),
    ).toBe(true);
    expect({ delivered, free: free + withdrawn, counter }).toEqual({ delivered: 2, free: 3, counter: free });
    expect(withdrawn).toBe(states.filter((state) => state === "swapped").length);
  }
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S15.7] [S15.13] erasing its ID, a swap and a refusal at once: exactly one wins, and an open claim is taken back with its ID", async () => {
  const orders = [await aClaimed(some(1)), await aClaimed(some(1)), await aClaimed(some(1))];
  await shop.services.db.$client.query("update shop_settings set erase_ids_days = 1");
  forgetSettings(shop.services);
  shop.setNow(new Date(Date.now() + 24 * 40 * HOUR_MS));
  const [left, ...raced] = orders;
  const decide = (claim: string) => Promise.all([swap(claim), refuseClaim(shop.services, admin, claim, { reason: "It works." })]);
  const [, ...answers] = await Promise.all([eraseOld(shop.services), ...raced.map(({ claim }) => decide(claim))]);
  await eraseOld(shop.services);
  await shop.services.db.$client.query("update shop_settings set erase_ids_days = 0");
  expect(left && (await claimStatesOf(shop, left))).toEqual(["withdrawn"]);
  for (const [n, order] of raced.entries()) {
    const won = (answers[n] ?? []).map(({ ok }) => ok);
    const expected = won[0] ? "swapped" : won[1] ? "refused" : "withdrawn";
    expect(await claimStatesOf(shop, order)).toEqual([expected]);
    expect(won.filter(Boolean).length).toBeLessThan(2);
  }
  expect(await faultsOf(shop)).toEqual([]);
});
