import { readdir } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { adoptOrder } from "#shop/orders/access/adopt-order.server.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { drawChallenge } from "#shop/orders/placing/challenge.server.ts";
import { countHolds } from "#shop/orders/placing/holder.server.ts";
import { placeOrder } from "#shop/orders/placing/place-order.server.ts";
import { resendProof } from "#shop/orders/proofs/resend-proof.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { countQueries } from "#tests/support/database/count-queries.ts";
import { asOwner, behindTheRules, booksOf, countOrders } from "#tests/support/shop/books.ts";
import { aCustomer, aGuest, anAdmin, anOrderForm, aProduct } from "#tests/support/shop/builders.ts";
import { setLimits } from "#tests/support/shop/limits.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { solve } from "#tests/support/shop/solve.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(() =>
  setLimits(
    shop,
    "pending_orders_max = default, held_ids_max = default, address_orders_max = default, address_ids_max = default, orders_max = 0",
  ),
);
afterAll(() => shop.close());

let made = 0;
const manyIds = (howMany: number) => {
  made += 1;
  return Array.from({ length: howMany }, (_, n) => `held-${made}-${n}`);
};
const aBigProduct = async (howMany = 60) => (await aProduct(shop, { ids: manyIds(howMany) })).id;
const aBrowser = () => {
  made += 1;
  return aGuest({ browser: sha256(`browser ${made}`).toString("hex") });
};
const aNetwork = () => {
  made += 1;
  return `198.51.100.${made}`;
};
const place = (visitor: Visitor, productId: string, quantity = 1, network: string | null = null, solution: string | null = null) =>
  placeOrder(shop.services, visitor, anOrderForm({ productId, quantity }), { network, solution });
const aSolution = async (network: string) => solve(await drawChallenge(shop.services, network, 3));

test("from the 11th waiting order of an address on each solves a challenge, and the 51st is refused with a sentence of its own", async () => {
  const [productId, network] = [await aBigProduct(), aNetwork()];
  for (let n = 0; n < 10; n += 1) expect(await place(aBrowser(), productId, 1, network)).toMatchObject({ ok: true });
  const before = await booksOf(shop, productId);
  const refusal = await place(aBrowser(), productId, 1, network);
  expect(refusal).toMatchObject({ ok: false, kind: "limited", code: "addressNeedsCheck" });
  expect(await place(await aCustomer(shop), productId, 1, network)).toMatchObject({ code: "addressNeedsCheck" });
  expect(await place(aBrowser(), productId, 1, network, await aSolution("203.0.113.99"))).toMatchObject({ ok: false, kind: "limited" });
  expect([await booksOf(shop, productId), await countOrders(shop, productId)]).toEqual([before, 10]);

  const once = await aSolution(network);
  expect(await place(aBrowser(), productId, 1, network, once)).toMatchObject({ ok: true });
  expect(await place(aBrowser(), productId, 1, network, once), "a solution counts once").toMatchObject({ ok: false, kind: "limited" });
  for (let n = 11; n < 50; n += 1)
    expect(await place(aBrowser(), productId, 1, network, await aSolution(network))).toMatchObject({ ok: true });
  expect(await place(aBrowser(), productId, 1, network, await aSolution(network))).toMatchObject({
    ok: false,
    kind: "conflict",
    code: "addressOrdersWaiting",
    words: { n: 50 },
  });
  expect(await countOrders(shop, productId)).toBe(50);
  expect(await place(aBrowser(), productId, 1, aNetwork()), "no other address is meant").toMatchObject({ ok: true });
});

test("orders of one address hold at most 100 IDs, and say so beside the quantity with a sentence of their own", async () => {
  const [productId, network] = [await aBigProduct(120), aNetwork()];
  for (let n = 0; n < 5; n += 1) expect(await place(aBrowser(), productId, 19, network)).toMatchObject({ ok: true });
  const no = { ok: false, kind: "conflict", code: "addressIdsHeld", words: { n: 100 }, field: "quantity" };
  expect(await place(aBrowser(), productId, 6, network)).toMatchObject(no);
  expect(await place(aBrowser(), productId, 5, network)).toMatchObject({ ok: true });
});

test("an owner who switched the limit of addresses off gets no challenge either", async () => {
  await setLimits(shop, "address_orders_max = 0");
  const [productId, network] = [await aBigProduct(), aNetwork()];
  for (let n = 0; n < 12; n += 1) expect(await place(aBrowser(), productId, 1, network)).toMatchObject({ ok: true });
});

test("12 orders at once of one address without a solution: 10 are placed, and one with a solution is", async () => {
  const [productId, network] = [await aBigProduct(), aNetwork()];
  const solution = await aSolution(network);
  const answers = await Promise.all([
    ...Array.from({ length: 12 }, () => place(aBrowser(), productId, 1, network)),
    place(aBrowser(), productId, 1, network, solution),
  ]);
  expect(answers.at(-1)).toMatchObject({ ok: true });
  expect(answers.slice(0, 12).filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(9);
  expect(answers.slice(0, 12).filter(({ ok }) => ok).length).toBeLessThanOrEqual(10);
});

test("a new shop holds at most 10 orders and 20 IDs for one buyer, and 50 orders and 100 IDs for one address", async () => {
  const limits = { pendingOrdersMax: 10, heldIdsMax: 20, addressOrdersMax: 50, addressIdsMax: 100 };
  expect(await readSettings(shop.services)).toMatchObject(limits);
});

test.each([
  ["a guest's browser", async () => [aBrowser(), null] as const],
  ["a customer", async () => [await aCustomer(shop), null] as const],
])("%s has at most 10 orders waiting, and one more when one of them is handled", async (_who, buyer) => {
  const [visitor, network] = await buyer();
  const productId = await aBigProduct();
  const placed = [];
  for (let n = 0; n < 10; n += 1) placed.push(await place(visitor, productId, 1, network));
  expect(placed.every(({ ok }) => ok)).toBe(true);

  const before = await booksOf(shop, productId);
  expect(await place(visitor, productId, 1, network)).toMatchObject({ ok: false, kind: "conflict", code: "tooManyOrdersWaiting" });
  expect(await booksOf(shop, productId)).toEqual(before);
  expect(await countOrders(shop, productId)).toBe(10);
  const other = aBrowser();
  expect(await place(other, productId, 1, aNetwork()), "nobody else is meant").toMatchObject({ ok: true });

  const [first] = placed;
  if (!first?.ok) throw new Error("no order");
  await rejectOrder(shop.services, await anAdmin(shop), first.value.requestCode, { reason: "no" });
  expect(await place(visitor, productId, 1, network)).toMatchObject({ ok: true });
});

test("a buyer holds at most 20 IDs, in one order or in several; the refusal is shown beside the quantity", async () => {
  const customer = await aCustomer(shop);
  const productId = await aBigProduct();
  const no = { ok: false, kind: "conflict", code: "tooManyIdsHeld", field: "quantity" };
  expect(await place(customer, productId, 21)).toMatchObject(no);
  expect(await place(customer, productId, 12)).toMatchObject({ ok: true });
  expect(await place(customer, productId, 9)).toMatchObject(no);
  expect(await place(customer, productId, 8)).toMatchObject({ ok: true });
  expect(await booksOf(shop, productId)).toMatchObject({ held: 20, free: 40, counter: 40 });
});

test.each([
  ["browser", async () => [aBrowser(), null] as const],
  ["customer", async () => [await aCustomer(shop), null] as const],
  ["address", async () => [aGuest(), aNetwork()] as const],
])("of many orders of one %s at once, for as many products, no more than the limit are placed", async (_who, buyer) => {
  await setLimits(shop, "pending_orders_max = 3, held_ids_max = 0, address_orders_max = 3");
  const products = await Promise.all(Array.from({ length: 8 }, () => aBigProduct(9)));
  for (let round = 0; round < 3; round += 1) {
    const [visitor, network] = await buyer();
    const answers = await Promise.all(products.flatMap((id) => place(visitor, id, 1, network)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
  }
});

test("a guest's order that went into an account counts for the account, too", async () => {
  await setLimits(shop, "pending_orders_max = 1");
  const productId = await aBigProduct();
  const guest = aBrowser();
  const placed = await place(guest, productId);
  if (!placed.ok) throw new Error(placed.code);
  const customer = { ...(await aCustomer(shop)), keys: guest.keys };
  await adoptOrder(shop.services, customer, placed.value.requestCode);
  expect(await place(customer, productId)).toMatchObject({ code: "tooManyOrdersWaiting" });
  expect(await place(guest, productId)).toMatchObject({ code: "tooManyOrdersWaiting" });
});

test.for([
  ["/56", (n: number) => `2001:db8:aa:${(0x1200 + n).toString(16)}::/64`, "2001:db8:ab:1200::/64"],
  ["/48", (n: number) => `2001:db8:bb:${(n * 0x100).toString(16)}::/64`, "2001:db8:bc:0::/64"],
] as const)(
  "the orders of an IPv6 %s count together, whichever of its networks they come from; one beside it has its own",
  async ([, networkOf, beside]) => {
    const productId = await aBigProduct();
    await setLimits(shop, "address_orders_max = 3, address_ids_max = 0");
    const all = await Promise.all(Array.from({ length: 8 }, (_, n) => place(aBrowser(), productId, 1, networkOf(n))));
    expect(all.filter(({ ok }) => ok)).toHaveLength(3);
    const before = await booksOf(shop, productId);
    expect(await place(aBrowser(), productId, 1, networkOf(9))).toMatchObject({ code: "addressOrdersWaiting" });
    expect(await booksOf(shop, productId)).toEqual(before);
    expect(await place(aBrowser(), productId, 1, beside)).toMatchObject({ ok: true });

    const { rows } = await shop.services.db.$client.query<{ near: Buffer }>(
      "select unnest(array[placed_from_56, placed_from_48]) as near from orders where product_id = $1",
      [productId],
    );
    for (const { near } of rows) expect(near.toString("latin1")).not.toContain("2001:db8");
  },
);

test("a repeat with the same key gets its order again, also where no more fit", async () => {
  await setLimits(shop, "pending_orders_max = 1");
  const [guest, form] = [aBrowser(), anOrderForm({ productId: await aBigProduct() })];
  const again = () => placeOrder(shop.services, guest, form, { idempotencyKey: "holds-and-repeats", network: "203.0.113.200" });
  const [first, second] = [await again(), await again()];
  expect(first.ok && second.ok && second.value.requestCode === first.value.requestCode).toBe(true);
});

test("what an admin orders is counted for nobody, and 0 is no limit", async () => {
  const [admin, network] = [await anAdmin(shop), aNetwork()];
  const productId = await aBigProduct();
  for (let n = 0; n < 11; n += 1) expect(await place(admin, productId, 2, network)).toMatchObject({ ok: true });
  expect(await place(aGuest(), productId, 1, network)).toMatchObject({ ok: true });
  await setLimits(shop, "pending_orders_max = 0, held_ids_max = 0");
  expect(await place(await aCustomer(shop), productId, 30)).toMatchObject({ ok: true });
});

test("the address is stored as a keyed fingerprint, and only while the order is pending, whoever handles it", async () => {
  const productId = await aBigProduct();
  const admin = await anAdmin(shop);
  const fingerprints = async () =>
    (
      await shop.services.db.$client.query<{ placed_from: Buffer }>(
        "select unnest(array[placed_from, placed_from_56, placed_from_48]) as placed_from from orders where product_id = $1",
        [productId],
      )
    ).rows.map(({ placed_from }) => placed_from);
  const codes = [];
  for (let n = 0; n < 3; n += 1) {
    const customer = await aCustomer(shop);
    const placed = await place(customer, productId, 1, "2001:db8:1:2::/64");
    if (!placed.ok) throw new Error(placed.code);
    codes.push({ customer, code: placed.value.requestCode });
  }
  for (const fingerprint of await fingerprints()) {
    expect(fingerprint).toHaveLength(32);
    expect(fingerprint.toString("latin1")).not.toContain("2001:db8");
  }
  const [one, two, three] = codes;
  if (!one || !two || !three) throw new Error("three orders");
  const ids = manyIds(1);
  expect(
    await approveOrder(shop.services, admin, one.code, { ids, faulty: [], downloadLink: null, confirmed: false, idsConfirmed: true }),
  ).toMatchObject({
    ok: true,
  });
  await rejectOrder(shop.services, admin, two.code, { reason: "no" });
  await cancelOrder(shop.services, three.customer, three.code);
  expect(await fingerprints()).toEqual(Array(9).fill(null));
});

test("the database takes no address with an order that is handled", async () => {
  const writing = shop.services.db.$client.query("update orders set placed_from = 'x' where status <> 'pending'");
  await expect(writing).rejects.toThrow("orders_placed_from_while_pending");
});

test("placing takes 2 round trips with all that is counted, once the settings are known", async () => {
  await setLimits(shop, "orders_max = default");
  const form = anOrderForm({ productId: await aBigProduct() });
  const guest = aBrowser();
  const { value, roundTrips } = await countQueries(shop, async (services) => {
    await readSettings(services);
    return placeOrder(services, guest, form, { network: aNetwork(), idempotencyKey: "counted-in-two-trips" });
  });
  expect(value.ok).toBe(true);
  expect(roundTrips).toBe(1 + 2);
});

test("what is held is counted in indexes of pending orders alone, however many there are", async () => {
  const { $client } = shop.services.db;
  const productId = await aBigProduct(1);
  await behindTheRules(
    shop,
    `insert into orders (id, request_code, product_id, product_name, quantity, price_paise, total_paise, payment_method, unlocked_by, placed_from, placed_from_56, placed_from_48, created_at)
     select 'many-' || n, 'REQ-MANY' || n, $1, 'Many', 1, 1, 1, 'request', array[sha256(n::text::bytea)], sha256(n::text::bytea), sha256(n::text::bytea), sha256(n::text::bytea), now() from generate_series(1, 3000) n`,
    [productId],
  );
  await asOwner(shop, (client) => client.query("analyze orders"));
  const { rows } = await $client.query(`explain (generic_plan) ${countHolds.text}`);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  for (const index of ["orders_pending_of_browser", "orders_pending_of_address", "orders_pending_of_56", "orders_pending_of_48"])
    expect(plan).toContain(index);
  expect(plan).toMatch(/orders_pending_of_user|orders_of_user/);
  expect(plan).not.toContain("Seq Scan on orders");
  await behindTheRules(shop, "delete from orders where product_id = $1", [productId]);
});

test("20 orders a minute come from one address; what is refused counts, too, and the next minute starts from zero", async () => {
  await setLimits(shop, "pending_orders_max = 0, held_ids_max = 0, address_orders_max = 0, orders_max = default");
  const start = new Date("2026-11-21T10:00:00Z");
  shop.setNow(start);
  const [productId, network] = [await aBigProduct(), aNetwork()];
  for (let n = 0; n < 10; n += 1) expect(await place(aGuest(), productId, 1, network)).toMatchObject({ ok: true });
  for (let n = 0; n < 10; n += 1) expect(await place(aGuest(), "nothing", 1, network)).toMatchObject({ code: "productNotFound" });
  const before = await booksOf(shop, productId);
  expect(await place(aGuest(), productId, 1, network)).toMatchObject({ code: "tooManyRequests", kind: "limited", retryAfter: 60 });
  expect(await place(aGuest(), productId, 1, network)).toMatchObject({ code: "tooManyRequests" });
  expect(await booksOf(shop, productId)).toEqual(before);
  expect(await place(aGuest(), productId, 1, aNetwork())).toMatchObject({ ok: true });
  expect(await place(await anAdmin(shop), productId, 1, network)).toMatchObject({ ok: true });
  shop.setNow(new Date(start.getTime() + 60_000));
  expect(await place(aGuest(), productId, 1, network)).toMatchObject({ ok: true });
  shop.setNow();
});

test("an address sends only so many pictures a minute, with an order or later, and the rest is neither decoded nor stored", async () => {
  await setLimits(shop, "uploads_max = 2");
  const [productId, network, customer] = [await aBigProduct(), aNetwork(), await aCustomer(shop)];
  const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const proof = { filename: "card.png", bytes };
  const form = anOrderForm({ productId, paymentMethod: "amazon", giftCardCode: "ABCD12345678" });
  const sent = () => placeOrder(shop.services, customer, form, { network, proof });
  const placed = await sent();
  if (!placed.ok) throw new Error(placed.code);
  const { requestCode } = placed.value;
  await shop.services.db.$client.query("update orders set payment_verified = false where request_code = $1", [requestCode]);
  const resent = () => resendProof(shop.services, customer, requestCode, { giftCardCode: "ABCD12345678" }, proof, network);
  expect(await resent()).toMatchObject({ ok: true });
  await shop.services.db.$client.query("update orders set payment_verified = false where request_code = $1", [requestCode]);

  const before = await readdir(shop.filesFolder);
  expect(await sent()).toMatchObject({ code: "tooManyRequests", kind: "limited" });
  expect(await resent()).toMatchObject({ code: "tooManyRequests", kind: "limited" });
  expect(await readdir(shop.filesFolder)).toEqual(before);
  expect(await place(aGuest(), productId, 1, network), "an order without a picture goes on").toMatchObject({ ok: true });
  await setLimits(shop, "uploads_max = default");
});
