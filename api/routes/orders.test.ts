import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sha256 } from "#platform/encryption/vault.server.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { openApi, refusalIn, TEST_ORIGIN } from "#tests/support/api/api.ts";
import { booksOf, countOrders } from "#tests/support/shop/books.ts";
import { aCustomer, aGuest, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let call: ReturnType<typeof openApi>;
let png: Buffer<ArrayBuffer>;
beforeAll(async () => {
  shop = await openTestShop();
  call = openApi(shop.services);
  const made = await sharp({ create: { width: 30, height: 20, channels: 3, background: "#05a" } })
    .png()
    .toBuffer();
  png = Buffer.from(made);
});
afterAll(() => shop.close());

function anOrder(productId: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { productId, quantity: 1, paymentMethod: "request", ...more };
}

function aForm(fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

const amazon = { paymentMethod: "amazon", giftCardCode: "ABCD-1234 5678" };

test("[S3.3] [S6.1] a guest's order is answered with the specification's names, its key and its links", async () => {
  const { id, name } = await aProduct(shop, { price: 149.5 });
  shop.setNow(new Date("2026-01-02T03:04:05.678Z"));
  const answer = await call("/api/orders", { json: anOrder(id, { quantity: 2 }), as: aGuest() });
  shop.setNow();
  expect(answer.status).toBe(201);
  const order = await answer.json();
  expect(order).toEqual({
    id: expect.any(String),
    requestCode: expect.stringMatching(/^REQ-[0-9A-Z]+$/),
    status: "pending",
    productId: id,
    productName: name,
    quantity: 2,
    price: 149.5,
    totalAmount: 299,
    paymentMethod: "request",
    createdAt: Date.parse("2026-01-02T03:04:05.678Z"),
    userId: "guest",
    accessKey: expect.stringMatching(/^[A-Za-z0-9_-]{22,}$/),
    statusUrl: `${TEST_ORIGIN}/order-status/${order.requestCode}`,
    privateUrl: `${TEST_ORIGIN}/order-status/${order.requestCode}/key/${order.accessKey}`,
  });
  expect(answer.headers.get("location")).toBe(`/api/orders/${order.requestCode}`);
  expect(await booksOf(shop, id)).toMatchObject({ counter: 1, free: 1, held: 2 });
});

test("[S6.2] a customer's order belongs to the account and has no private link", async () => {
  const { id } = await aProduct(shop);
  const customer = await aCustomer(shop);
  const answer = await call("/api/orders", { json: anOrder(id), as: customer, headers: { origin: TEST_ORIGIN } });
  expect(await answer.json()).toMatchObject({ userId: customer.userId, accessKey: null, privateUrl: null });
  expect(answer.headers.get("set-cookie")).toBeNull();
});

test("[S6.6] a guest's browser gets one cookie that no script reads, and sees its order with it; a program gets none", async () => {
  const { id } = await aProduct(shop);
  const program = await call("/api/orders", { json: anOrder(id) });
  expect(program.status).toBe(201);
  expect(program.headers.get("set-cookie")).toBeNull();

  const first = await call("/api/orders", { json: anOrder(id), headers: { origin: TEST_ORIGIN } });
  const set = first.headers.get("set-cookie") ?? "";
  expect(set).toMatch(/^trackside\.browser=[A-Za-z0-9_-]{32}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/);

  const cookie = set.split(";")[0] ?? "";
  const second = await call("/api/orders", { json: anOrder(id), headers: { origin: TEST_ORIGIN, cookie } });
  expect(second.headers.get("set-cookie")).toBeNull();
  for (const answer of [first, second]) {
    const { requestCode } = await answer.json();
    expect(await (await call(`/api/orders/${requestCode}`, { headers: { cookie } })).json()).toHaveProperty("deliveredIds", []);
  }
});

test("[S6.6] over https the cookie travels over https alone", async () => {
  const { id } = await aProduct(shop);
  const origin = "https://shop.example";
  const answer = await openApi(shop.services, { origin })("/api/orders", { json: anOrder(id), headers: { origin } });
  expect(answer.headers.get("set-cookie")).toMatch(/; Secure$/);
});

test("[S5.2] a repeated Idempotency-Key gives the same answer, access key included, and one order", async () => {
  const { id } = await aProduct(shop);
  const headers = { "idempotency-key": "0123456789abcdef" };
  const json = anOrder(id, { quantity: 2 });
  const first = await (await call("/api/orders", { json, headers })).json();
  const again = await call("/api/orders", { json, headers });
  expect(again.status).toBe(201);
  expect(await again.json()).toEqual(first);
  expect(await countOrders(shop, id)).toBe(1);

  const other = await call("/api/orders", { json: anOrder(id), headers });
  expect(await refusalIn(other)).toMatchObject({ status: 422, code: "idempotencyKeyReused" });
  expect(await countOrders(shop, id)).toBe(1);
});

test("[S5.2] two requests with one Idempotency-Key at once give one order, in one answer", async () => {
  const { id } = await aProduct(shop);
  const placing = Array.from({ length: 5 }, () =>
    call("/api/orders", { json: anOrder(id), headers: { "idempotency-key": "the-same-at-once" } }),
  );
  const orders = await Promise.all((await Promise.all(placing)).map((answer) => answer.json()));
  expect(new Set(orders.map((order) => JSON.stringify(order))).size).toBe(1);
  expect(await countOrders(shop, id)).toBe(1);
});

test("[S5.2] an Idempotency-Key that is too short, too long or has blanks is a 400, and no order", async () => {
  const { id } = await aProduct(shop);
  for (const key of ["short", "x".repeat(201), "sixteen and more", ""]) {
    const answer = await call("/api/orders", { json: anOrder(id), headers: { "idempotency-key": key } });
    expect(await refusalIn(answer), key).toMatchObject({ status: 400, code: "idempotencyKeyInvalid" });
  }
  expect(await countOrders(shop, id)).toBe(0);
});

test("[S1.5] [S5.3] an amazon order takes its picture as a file of a form, or as a data URL in JSON", async () => {
  const { id } = await aProduct(shop);
  const body = aForm({ productId: id, quantity: "1", ...amazon, paymentProof: new File([png], "../my proof.png", { type: "text/plain" }) });
  const byForm = await call("/api/orders", { body });
  const byJson = await call("/api/orders", {
    json: anOrder(id, { ...amazon, paymentProof: `data:image/png;base64,${png.toString("base64")}` }),
  });
  for (const answer of [byForm, byJson]) {
    expect(answer.status).toBe(201);
    const { requestCode, accessKey } = await answer.json();
    const seen = await (await call(`/api/orders/${requestCode}`, { headers: { "x-access-key": accessKey } })).json();
    expect(seen).toMatchObject({ giftCardLast4: "5678", hasProof: true, paymentVerified: null });
    expect(JSON.stringify(seen)).not.toContain("ABCD12345678");
  }
});

test("[S5.3] a form's empty file field is no picture", async () => {
  const { id } = await aProduct(shop);
  const empty = () => new File([], "");
  expect(
    (await call("/api/orders", { body: aForm({ productId: id, quantity: "1", paymentMethod: "request", paymentProof: empty() }) })).status,
  ).toBe(201);
  const answer = await call("/api/orders", { body: aForm({ productId: id, quantity: "1", ...amazon, paymentProof: empty() }) });
  expect(await refusalIn(answer)).toMatchObject({ status: 422, error: "Gift card code and payment proof are required" });
});

test("[S5.1] more than the stock is a 409, an unknown product a 404, a changed price a 409; nothing is written", async () => {
  const { id } = await aProduct(shop, { price: 10 });
  const before = await booksOf(shop, id);
  expect(await refusalIn(await call("/api/orders", { json: anOrder(id, { quantity: 4 }) }))).toMatchObject({
    status: 409,
    error: "Invalid quantity",
  });
  expect(await refusalIn(await call("/api/orders", { json: anOrder("nobody") }))).toMatchObject({
    status: 404,
    error: "Product not found",
  });
  expect(await refusalIn(await call("/api/orders", { json: anOrder(id, { expectedPrice: 9.99 }) }))).toMatchObject({
    status: 409,
    code: "priceChanged",
  });
  expect(await booksOf(shop, id)).toEqual(before);
  expect(await countOrders(shop, id)).toBe(0);
});

test("[S5.1] two buyers of the last ID: one gets it, the other reads Invalid quantity", async () => {
  const { id } = await aProduct(shop, { ids: ["the last"] });
  const answers = await Promise.all([1, 2].map(() => call("/api/orders", { json: anOrder(id) })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(await booksOf(shop, id)).toMatchObject({ counter: 0, free: 0, held: 1 });
});

test("[S2.15] with the code alone one sees product, quantity, amount, status, dates and payment method, and nothing else", async () => {
  const { id, ids } = await aProduct(shop);
  const admin = await anAdmin(shop);
  const { requestCode } = await aPendingOrder(shop, { productId: id });
  await approveOrder(shop.services, admin, requestCode, {
    ids: ids.slice(0, 1),
    faulty: [],
    downloadLink: "https://files.example/x",
    confirmed: false,
  });
  for (const as of [
    aGuest(),
    aGuest({ accessKey: "wrong-but-shaped-like-a-key" }),
    aGuest({ browser: "0".repeat(64) }),
    await aCustomer(shop),
  ]) {
    const answer = await call(`/api/orders/${requestCode}`, { as });
    expect(answer.status).toBe(200);
    expect(Object.keys(await answer.json()).sort()).toEqual(
      [
        "requestCode",
        "status",
        "productId",
        "productName",
        "quantity",
        "price",
        "totalAmount",
        "paymentMethod",
        "createdAt",
        "processedDate",
        "cancelledAt",
        "giftCardLast4",
        "hasProof",
        "paymentVerified",
      ].sort(),
    );
  }
});

test("[S2.15] [S6.6] the holder of the key sees the IDs, the link and `admin`; so does the customer who placed it", async () => {
  const { id, ids } = await aProduct(shop);
  const admin = await anAdmin(shop);
  const customer = await aCustomer(shop);
  const guests = await aPendingOrder(shop, { productId: id });
  const own = await aPendingOrder(shop, { productId: id, visitor: customer });
  const link = "https://files.example/x";
  for (const [index, order] of [guests, own].entries()) {
    const form = { ids: ids.slice(index, index + 1), faulty: [], downloadLink: link, confirmed: false };
    expect(await approveOrder(shop.services, admin, order.requestCode, form)).toMatchObject({ ok: true });
  }
  const byKey = await call(`/api/orders/${guests.requestCode}`, { headers: { "x-access-key": guests.accessKey ?? "" } });
  expect(await byKey.json()).toMatchObject({
    deliveredIds: ids.slice(0, 1),
    downloadLink: link,
    reason: null,
    approvedBy: "admin",
    userId: "guest",
    mayCancel: false,
    privateUrl: `${TEST_ORIGIN}/order-status/${guests.requestCode}/key/${guests.accessKey}`,
  });
  const byOwner = await (await call(`/api/orders/${own.requestCode}`, { as: customer })).json();
  expect(byOwner).toMatchObject({ deliveredIds: ids.slice(1, 2), approvedBy: "admin", userId: customer.userId, privateUrl: null });
  for (const secret of ["reservedIds", "giftCardCode", "paymentProofUrl", "adminNote", "email", "shortBy"])
    expect(byOwner).not.toHaveProperty(secret);
});

test("[S6.7] a wrong key is answered exactly as no key", async () => {
  const { requestCode } = await aPendingOrder(shop);
  const none = await call(`/api/orders/${requestCode}`);
  for (const key of ["wrong", "A".repeat(24), "", "é", "x".repeat(9000)]) {
    const wrong = await call(`/api/orders/${requestCode}`, { as: aGuest({ accessKey: key }) });
    expect(await wrong.text(), key).toBe(await none.clone().text());
  }
});

test("[S6.6] [S6.7] a guest cancels with the key; an unknown code and a wrong key are refused alike", async () => {
  const { id } = await aProduct(shop);
  const { requestCode, accessKey } = await aPendingOrder(shop, { productId: id });
  const refusal = { status: 403, code: "orderNotForYou", error: expect.any(String) };
  expect(await refusalIn(await call(`/api/orders/${requestCode}/cancellation`, { method: "POST" }))).toEqual(refusal);
  expect(await refusalIn(await call("/api/orders/REQ-UNKNOWN/cancellation", { method: "POST" }))).toEqual(refusal);
  expect(await refusalIn(await call(`/api/orders/${requestCode}/cancellation`, { method: "POST", as: await aCustomer(shop) }))).toEqual(
    refusal,
  );
  expect(await refusalIn(await call(`/api/orders/${requestCode}/cancellation`, { method: "POST", as: await anAdmin(shop) }))).toEqual(
    refusal,
  );
  expect(await booksOf(shop, id)).toMatchObject({ counter: 2, held: 1 });

  const headers = { "x-access-key": accessKey ?? "" };
  const cancelled = await call(`/api/orders/${requestCode}/cancellation`, { method: "POST", headers });
  expect(await cancelled.json()).toMatchObject({
    status: "cancelled",
    cancelledAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    mayCancel: false,
  });
  expect(await booksOf(shop, id)).toMatchObject({ counter: 3, held: 0 });

  const again = await call(`/api/orders/${requestCode}/cancellation`, { method: "POST", headers });
  expect(await refusalIn(again)).toEqual({ status: 409, code: "orderNotPending", error: "This order is already cancelled." });
});

test("[S2.20] [S3.3] the account's orders come newest first, page by page, with `timestamp`; nobody else's are among them", async () => {
  const { id } = await aProduct(shop, { ids: Array.from({ length: PAGE_SIZE + 3 }, (_, n) => `own-${n}`) });
  const customer = await aCustomer(shop);
  const codes: string[] = [];
  for (let n = 0; n < PAGE_SIZE + 2; n += 1) codes.unshift((await aPendingOrder(shop, { productId: id, visitor: customer })).requestCode);
  await aPendingOrder(shop, { productId: id, visitor: await aCustomer(shop) });

  const first = await (await call("/api/account/orders", { as: customer })).json();
  expect(first.orders).toHaveLength(PAGE_SIZE);
  const second = await (await call(`/api/account/orders?after=${encodeURIComponent(first.next)}`, { as: customer })).json();
  expect([...first.orders, ...second.orders].map(({ requestCode }) => requestCode)).toEqual(codes);
  expect(second.next).toBeNull();
  expect(first.orders[0]).toMatchObject({ timestamp: first.orders[0].createdAt, userId: customer.userId, mayCancel: true });

  expect(await refusalIn(await call("/api/account/orders"))).toMatchObject({ status: 401, code: "signInFirst" });
});

test("[S4.9] after a failed verification the buyer reads that it failed; the admin's own words stay private", async () => {
  const { checkProof } = await import("#shop/orders/proofs/check-proof.server.ts");
  const admin = await anAdmin(shop);
  const proof = { filename: "p.png", bytes: png };
  const order = await aPendingOrder(shop, { paymentMethod: "amazon", giftCardCode: "ABCD1234", proof });
  await checkProof(shop.services, admin, order.requestCode, { verified: false, note: "card was used before" });
  const seen = await (await call(`/api/orders/${order.requestCode}`, { as: aGuest({ accessKey: order.accessKey }) })).text();
  expect(JSON.parse(seen)).toMatchObject({ paymentVerified: false, verificationNote: "Payment verification failed" });
  expect(seen).not.toContain("used before");
});

test("[S2.15] the reason of a rejection is shown to the buyer alone", async () => {
  const order = await aPendingOrder(shop);
  await rejectOrder(shop.services, await anAdmin(shop), order.requestCode, { reason: "No such card" });
  expect(await (await call(`/api/orders/${order.requestCode}`)).json()).not.toHaveProperty("reason");
  const seen = await (await call(`/api/orders/${order.requestCode}`, { as: aGuest({ accessKey: order.accessKey }) })).json();
  expect(seen).toMatchObject({ status: "rejected", reason: "No such card", processedDate: expect.stringMatching(/Z$/), approvedBy: null });
});

test("the browser's key is stored as a hash only", async () => {
  const { id } = await aProduct(shop);
  const answer = await call("/api/orders", { json: anOrder(id), headers: { origin: TEST_ORIGIN } });
  const key = /^trackside\.browser=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "")?.[1] ?? "";
  const { requestCode } = await answer.json();
  const { rows } = await shop.services.db.$client.query("select unlocked_by from orders where request_code = $1", [requestCode]);
  expect(rows[0].unlocked_by).toEqual([sha256(key)]);
});

test("[S2.15] an order is read by its code in small letters, with another dash, or with punctuation behind it", async () => {
  const { id } = await aProduct(shop);
  const { requestCode } = await aPendingOrder(shop, { productId: id });
  for (const written of [requestCode.toLowerCase(), `${requestCode}.`, requestCode.replace("-", "%E2%80%91"), `${requestCode}%E2%80%8B`]) {
    const answer = await call(`/api/orders/${written}`);
    expect([answer.status, (await answer.json()).requestCode], written).toEqual([200, requestCode]);
  }
});

test("[S5.3] a gift card code is taken with dashes of any kind, and a wrong one is refused for what is wrong with it", async () => {
  const { id } = await aProduct(shop);
  const placed = (giftCardCode: string) =>
    call("/api/orders", {
      body: aForm({ productId: id, quantity: "1", paymentMethod: "amazon", giftCardCode, paymentProof: new File([png], "p.png") }),
    });
  expect((await placed("ABCD\u20111234\u200b\u20135678")).status).toBe(201);
  expect(await refusalIn(await placed("ABCD-1234-5678-9012"))).toMatchObject({ status: 422, code: "giftCardCodeInvalid" });
  expect(await refusalIn(await placed("ABCD.1234"))).toMatchObject({ status: 422, code: "giftCardCodeCharacters" });
});
