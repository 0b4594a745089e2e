import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withClient } from "#platform/database/with-client.server.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { openApi, refusalIn } from "#tests/support/api/api.ts";
import { booksOf } from "#tests/support/shop/books.ts";
import { aCustomer, aGuest, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let call: ReturnType<typeof openApi>;
let picture: Buffer;
beforeAll(async () => {
  shop = await openTestShop();
  call = openApi(shop.services);
  picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: "#05a" } })
    .png()
    .toBuffer();
});
afterAll(() => shop.close());

const amazon = () => ({
  paymentMethod: "amazon" as const,
  giftCardCode: "ABCD12345678",
  proof: { filename: "my card.png", bytes: picture },
});

test("[S3.3] [S6.5] an admin's order has everything: reserved IDs by unit id, gift card code, the proof's address", async () => {
  const { id, name, ids } = await aProduct(shop, { price: 1234.5 });
  const as = await anAdmin(shop);
  const placed = await aPendingOrder(shop, { productId: id, quantity: 2, email: "buyer@example.com", ...amazon() });
  const order = await (await call(`/api/orders/${placed.requestCode}`, { as })).json();
  expect(order).toEqual({
    id: placed.id,
    requestCode: placed.requestCode,
    status: "pending",
    productId: id,
    productName: name,
    quantity: 2,
    price: 1234.5,
    totalAmount: 2469,
    paymentMethod: "amazon",
    createdAt: placed.createdAt.getTime(),
    processedDate: null,
    cancelledAt: null,
    giftCardLast4: "5678",
    hasProof: true,
    paymentVerified: null,
    deliveredIds: [],
    claimUntil: null,
    claims: [],
    idsErasedAt: null,
    downloadLink: null,
    reason: null,
    recalledIds: 0,
    approvedBy: null,
    verificationNote: null,
    paidAt: null,
    receiptNumber: null,
    creditNotes: [],
    instructions: null,
    payableAmount: 2469,
    utr: null,
    paymentAskedAt: null,
    proofId: expect.any(String),
    userId: "guest",
    giftCardCode: "ABCD12345678",
    adminNote: null,
    email: "buyer@example.com",
    shortBy: null,
    paymentProofUrl: `/api/admin/orders/${placed.requestCode}/proof`,
    reservedIds: expect.any(Object),
  });
  expect(Object.values(order.reservedIds).sort()).toEqual(ids.slice(0, 2));
  expect(Object.keys(order.reservedIds).every((unitId) => /^\d+$/.test(unitId))).toBe(true);
});

test("a migrated order without enough IDs says to admins how many it lacks, and to nobody else", async () => {
  const { requestCode } = await aPendingOrder(shop, { quantity: 2 });
  await withClient(shop.databaseUrl, async (client) => {
    // Only an import of the old shop makes an order short of IDs; no command does.
    await client.query("set session_replication_role = replica");
    await client.query("update orders set is_from_old_shop = true, short_by = 1 where request_code = $1", [requestCode]);
  });
  const as = await anAdmin(shop);
  expect(await (await call(`/api/orders/${requestCode}`, { as })).json()).toMatchObject({ shortBy: 1 });
  const { orders } = await (await call(`/api/admin/orders?search=${requestCode}`, { as })).json();
  expect(orders).toMatchObject([{ requestCode, shortBy: 1 }]);
  expect(await (await call(`/api/orders/${requestCode}`)).json()).not.toHaveProperty("shortBy");
});

test("[S4.4] [S4.6] an approval delivers the IDs, withdraws a faulty one, names the admin and frees the rest", async () => {
  const { id, ids } = await aProduct(shop);
  const as = await anAdmin(shop);
  const { requestCode } = await aPendingOrder(shop, { productId: id, quantity: 2 });
  const { reservedIds } = await (await call(`/api/orders/${requestCode}`, { as })).json();
  const faulty = Object.keys(reservedIds).filter((unitId) => reservedIds[unitId] === ids[1]);
  const json = { ids: [ids[0], "from elsewhere"], idsConfirmed: true, faulty, downloadLink: "https://files.example/ids.txt" };
  const answer = await call(`/api/admin/orders/${requestCode}/approval`, { json, as });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    status: "approved",
    deliveredIds: [ids[0], "from elsewhere"],
    approvedBy: as.userId,
    downloadLink: json.downloadLink,
    reservedIds: {},
    processedDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  expect(await booksOf(shop, id)).toMatchObject({ counter: 1, free: 1, held: 0, delivered: 2, withdrawn: 1 });

  const again = await call(`/api/admin/orders/${requestCode}/approval`, { json: { ids: ["a", "b"] }, as });
  expect(await refusalIn(again)).toEqual({ status: 409, code: "orderNotPending", error: "This order is already approved." });
});

test("[S5.5] an approval with too few IDs says how many are needed, and changes nothing", async () => {
  const { id, ids } = await aProduct(shop);
  const { requestCode } = await aPendingOrder(shop, { productId: id, quantity: 2 });
  const before = await booksOf(shop, id);
  const answer = await call(`/api/admin/orders/${requestCode}/approval`, { json: { ids: `${ids[0]}\n \n` }, as: await anAdmin(shop) });
  expect(await refusalIn(answer)).toEqual({ status: 422, code: "exactlyNIds", error: "Please enter exactly 2 valid IDs" });
  expect(await booksOf(shop, id)).toEqual(before);
});

test("[S5.4] an amazon order that came without its proof is not approved, and nothing is written", async () => {
  const { id, ids } = await aProduct(shop);
  const { requestCode } = await aPendingOrder(shop, { productId: id, ...amazon() });
  await shop.services.db.$client.query("update orders set proof_key = null, proof_name = null where request_code = $1", [requestCode]);
  const before = await booksOf(shop, id);
  const answer = await call(`/api/admin/orders/${requestCode}/approval`, { json: { ids: [ids[0]] }, as: await anAdmin(shop) });
  const error = "Payment proof is required for Amazon Gift Card payments";
  expect(await refusalIn(answer)).toEqual({ status: 422, code: "proofRequired", error });
  expect(await booksOf(shop, id)).toEqual(before);
});

test("[S4.9] approving after a failed verification needs a confirmation", async () => {
  const { id, ids } = await aProduct(shop);
  const as = await anAdmin(shop);
  const { requestCode } = await aPendingOrder(shop, { productId: id, ...amazon() });
  const checked = await call(`/api/admin/orders/${requestCode}/proof-check`, { json: { verified: false, note: "used before" }, as });
  expect(await checked.json()).toMatchObject({
    paymentVerified: false,
    verificationNote: "Payment verification failed",
    adminNote: "used before",
  });

  const approve = (confirmed?: boolean) => call(`/api/admin/orders/${requestCode}/approval`, { json: { ids: [ids[0]], confirmed }, as });
  expect(await refusalIn(await approve())).toMatchObject({ status: 409, code: "verificationFailedConfirm" });
  expect(await booksOf(shop, id)).toMatchObject({ held: 1, delivered: 0 });
  expect((await approve(true)).status).toBe(200);
});

test("[S4.3] [S5.6] a rejection records its reason and makes the IDs available again", async () => {
  const { id } = await aProduct(shop);
  const { requestCode } = await aPendingOrder(shop, { productId: id });
  const answer = await call(`/api/admin/orders/${requestCode}/rejection`, { json: { reason: " No payment. " }, as: await anAdmin(shop) });
  expect(await answer.json()).toMatchObject({ status: "rejected", reason: "No payment.", approvedBy: null });
  expect(await booksOf(shop, id)).toMatchObject({ counter: 3, held: 0 });
});

test("[S4.1] an approval and a rejection at once: one wins, the other reads what happened", async () => {
  const as = await anAdmin(shop);
  for (let round = 0; round < 5; round += 1) {
    const { id, ids } = await aProduct(shop);
    const { requestCode } = await aPendingOrder(shop, { productId: id });
    const answers = await Promise.all([
      call(`/api/admin/orders/${requestCode}/approval`, { json: { ids: [ids[0]] }, as }),
      call(`/api/admin/orders/${requestCode}/rejection`, { json: { reason: "no" }, as }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  }
});

test("[S2.9] an ID is replaced, and the order's answer has the new one; a payment is recorded with its time", async () => {
  const { id, ids } = await aProduct(shop);
  const as = await anAdmin(shop);
  const { requestCode } = await aPendingOrder(shop, { productId: id });
  await call(`/api/admin/orders/${requestCode}/approval`, { json: { ids: [ids[0]] }, as });
  const replaced = await call(`/api/admin/orders/${requestCode}/replacement`, { json: { faulty: ids[0] }, as });
  expect(await replaced.json()).toMatchObject({ status: "approved", deliveredIds: [ids[1]], paidAt: null });
  const again = await call(`/api/admin/orders/${requestCode}/replacement`, { json: { faulty: ids[0] }, as });
  expect(await refusalIn(again)).toMatchObject({ status: 409, code: "idNotDelivered" });

  const paid = await call(`/api/admin/orders/${requestCode}/payment`, { json: { state: "paid" }, as });
  expect(await paid.json()).toMatchObject({ paidAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) });
  expect((await call(`/api/admin/orders/${requestCode}/payment`, { json: { state: "unpaid" }, as: aGuest() })).status).toBe(401);
});

test("[S4.9] a proof check that names another picture than the order has is a conflict", async () => {
  const as = await anAdmin(shop);
  const { requestCode } = await aPendingOrder(shop, { productId: (await aProduct(shop)).id, ...amazon() });
  const answer = await call(`/api/admin/orders/${requestCode}/proof-check`, { json: { verified: true, proofId: "another" }, as });
  expect(await refusalIn(answer)).toMatchObject({ status: 409, code: "proofChanged" });
});

test("[S6.5] [S7.3] the proof is a JPEG under its recorded name, for admins alone and stored nowhere on the way", async () => {
  const customer = await aCustomer(shop);
  const order = await aPendingOrder(shop, { visitor: customer, ...amazon() });
  const path = `/api/admin/orders/${order.requestCode}/proof`;
  const answer = await call(path, { as: await anAdmin(shop) });
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "image/jpeg",
    "content-disposition": `inline; filename="${order.requestCode}_my-card.jpg"`,
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
  });
  expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({ format: "jpeg", width: 30, height: 20 });

  expect((await call(path, { as: customer })).status).toBe(403);
  expect((await call(path, { as: aGuest({ accessKey: order.accessKey }) })).status).toBe(401);
  const without = await aPendingOrder(shop);
  const refusal = await call(`/api/admin/orders/${without.requestCode}/proof`, { as: await anAdmin(shop) });
  expect(await refusalIn(refusal)).toMatchObject({ status: 404, code: "proofNotFound" });
});

test("[S2.28] [S2.32] the list shows pending orders oldest first, handled ones last handled first, page by page, and searches", async () => {
  const own = await openTestShop();
  try {
    const list = openApi(own.services);
    const as = await anAdmin(own);
    const { id } = await aProduct(own, { name: "Gold 100%_x", ids: Array.from({ length: PAGE_SIZE + 3 }, (_, n) => `many-${n}`) });
    const codes: string[] = [];
    for (let n = 0; n < PAGE_SIZE + 3; n += 1) codes.push((await aPendingOrder(own, { productId: id })).requestCode);
    const codesIn = async (path: string) =>
      (await (await list(path, { as })).json()).orders.map((order: { requestCode: string }) => order.requestCode);

    const first = await (await list("/api/admin/orders", { as })).json();
    expect(first.orders).toHaveLength(PAGE_SIZE);
    const rest = await codesIn(`/api/admin/orders?status=pending&after=${encodeURIComponent(first.next)}`);
    expect([...first.orders.map((order: { requestCode: string }) => order.requestCode), ...rest]).toEqual(codes);

    const [one = "", two = ""] = codes;
    await list(`/api/admin/orders/${one}/rejection`, { json: { reason: "no" }, as });
    await list(`/api/admin/orders/${two}/approval`, { json: { ids: ["handed over"], idsConfirmed: true }, as });
    expect(await codesIn("/api/admin/orders?status=processed")).toEqual([two, one]);
    expect(await codesIn("/api/admin/orders?status=approved")).toEqual([two]);
    expect(await codesIn("/api/admin/orders?status=rejected")).toEqual([one]);
    expect(await codesIn("/api/admin/orders?status=cancelled")).toEqual([]);
    expect(await codesIn(`/api/admin/orders?status=&search=${codes[5]}`)).toEqual([codes[5]]);
    expect(await codesIn("/api/admin/orders?search=100%25_X&after=")).toHaveLength(PAGE_SIZE);
    expect(await codesIn("/api/admin/orders?search=100%25%25")).toEqual([]);
    expect(await (await list("/api/admin/orders?after=not-a-cursor", { as })).json()).toHaveProperty("orders.length", PAGE_SIZE);
  } finally {
    await own.close();
  }
});

test("[S2.32] the list is narrowed by the shop's days and by what was paid, as the tab of processed requests is", async () => {
  const own = await openTestShop();
  try {
    const list = openApi(own.services);
    const as = await anAdmin(own);
    const { id } = await aProduct(own);
    const handledAt = async (time: string) => {
      own.setNow(new Date(time));
      const { requestCode } = await aPendingOrder(own, { productId: id });
      const answer = await list(`/api/admin/orders/${requestCode}/approval`, {
        json: { ids: [`sold at ${time}`], idsConfirmed: true },
        as,
      });
      expect(answer.status).toBe(200);
      return requestCode;
    };
    const late = await handledAt("2026-07-01T23:59:59+05:30");
    const early = await handledAt("2026-07-02T00:00:00+05:30");
    own.setNow();
    await own.services.db.$client.query("update orders set paid_at = now() where request_code = $1", [late]);
    const codesIn = async (query: string) => {
      const answer = await list(`/api/admin/orders?status=handled&${query}`, { as });
      return (await answer.json()).orders.map((order: { requestCode: string }) => order.requestCode);
    };

    expect(await codesIn("from=2026-07-01&to=2026-07-01")).toEqual([late]);
    expect(await codesIn("from=2026-07-02&to=")).toEqual([early]);
    expect(await codesIn("from=&to=2026-07-02&paid=")).toEqual([early, late]);
    expect(await codesIn("paid=true")).toEqual([late]);
    expect(await codesIn("paid=false")).toEqual([early]);
    const wrong = await list("/api/admin/orders?from=2026-02-30", { as });
    expect(await refusalIn(wrong)).toMatchObject({ status: 400, code: "invalidInput" });
  } finally {
    await own.close();
  }
});
