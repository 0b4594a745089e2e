import { RouterContextProvider } from "react-router";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin, Customer, Visitor } from "#shop/accounts/visitor.ts";
import { findAdminOrder } from "#shop/orders/reading/admin-orders.server.ts";
import { english } from "#tests/support/english.ts";
import { aCustomer, aGuest, anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { reservedIdsOf } from "#tests/support/shop/order-ids.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { action as approve } from "#web/admin/orders/approval/order-approval.ts";
import { action as approveSeveral } from "#web/admin/orders/approval/order-approvals.ts";
import { action as markSeveralPaid } from "#web/admin/orders/bulk/order-payments.ts";
import { action as rejectSeveral } from "#web/admin/orders/bulk/order-rejections.ts";
import { action as checkProof } from "#web/admin/orders/proof/proof-check.ts";
import { loader as proofPicture } from "#web/admin/orders/proof/proof-picture.ts";
import { action as reject } from "#web/admin/orders/rejection/order-rejection.ts";
import { requestContext } from "#web/context.ts";

let shop: TestShop;
let admin: Admin;
let customer: Customer;
beforeAll(async () => {
  shop = await openTestShop();
  [admin, customer] = [await anAdmin(shop), await aCustomer(shop)];
});
afterAll(() => shop.close());

function contextOf(visitor: Visitor, services = shop.services) {
  const context = new RouterContextProvider();
  context.set(requestContext, aRequest({ services, visitor, incident: "ABC23456" }));
  return context;
}

/** Posts a form to an action on an order, as an admin by default. */
function send<A, R>(
  action: (args: A) => R,
  requestCode: string,
  fields: Record<string, string>,
  visitor: Visitor = admin,
  services = shop.services,
): R {
  const request = new Request(`http://shop/admin/orders/${requestCode}`, { method: "POST", body: new URLSearchParams(fields) });
  return action({ request, params: { requestCode }, context: contextOf(visitor, services) } as unknown as A);
}

type Several = Parameters<typeof approveSeveral>[0];

/** Posts the codes of several orders with other fields. */
function sendChosen(action: (args: Several) => ReturnType<typeof approveSeveral>, codes: string[], fields: Record<string, string> = {}) {
  const body = new URLSearchParams([...codes.map((code) => ["codes", code]), ...Object.entries(fields)]);
  const request = new Request("http://shop/admin/orders/several", { method: "POST", body });
  return action({ request, params: {}, context: contextOf(admin) } as unknown as Several);
}

/** Posts the codes of several orders to approve. */
function sendCodes(codes: string[], visitor: Visitor = admin, services = shop.services) {
  const body = new URLSearchParams(codes.map((code) => ["codes", code]));
  const request = new Request("http://shop/admin/orders/approvals", { method: "POST", body });
  return approveSeveral({ request, params: {}, context: contextOf(visitor, services) } as unknown as Parameters<typeof approveSeveral>[0]);
}

const unreachable = () => ({
  ...shop.services,
  db: { transaction: () => Promise.reject(new Error("gone")) } as unknown as TestShop["services"]["db"],
});

async function anAmazonOrder() {
  const { id: productId } = await aProduct(shop);
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  return aPendingOrder(shop, { productId, paymentMethod: "amazon", giftCardCode: "ABCD1234", proof: { filename: "my proof.png", bytes } });
}

test("[S2.30] [S8.2] approving an order with its IDs says so in the exact sentence", async () => {
  const { id: productId, ids } = await aProduct(shop);
  const { requestCode } = await aPendingOrder(shop, { productId });
  const { data } = await send(approve, requestCode, { ids: `${ids[0]}\r\n\r\n`, downloadLink: "" });

  expect(data).toMatchObject({ ok: true, sentence: "Request approved successfully!" });
  expect(await findAdminOrder(shop.services, anOwner, requestCode)).toMatchObject({
    status: "approved",
    deliveredIds: [{ value: ids[0] }],
  });

  const again = async (id: string, by: Visitor = admin) => (await send(approve, requestCode, { ids: id, downloadLink: "" }, by)).data;
  expect(await again(ids[0] ?? "?"), "in another tab").toMatchObject({ ok: true });
  expect(await again("another")).toMatchObject({ ok: false, code: "orderNotPending" });
  expect(await again(ids[0] ?? "?", await anAdmin(shop))).toMatchObject({ ok: false, code: "orderNotPending" });
});

test("[S5.5] a wrong number of IDs is refused with 422, and what was typed comes back", async () => {
  const { requestCode } = await aPendingOrder(shop);
  const { data, init } = await send(approve, requestCode, { ids: "one\ntwo", downloadLink: "https://example.com/a" });

  expect(init).toEqual({ status: 422 });
  expect(data).toMatchObject({ ok: false, code: "exactlyNIds", sentence: "Please enter exactly 1 valid IDs" });
  expect(data).toMatchObject({ typed: { ids: "one\ntwo", downloadLink: "https://example.com/a" } });
  expect((await findAdminOrder(shop.services, anOwner, requestCode))?.status).toBe("pending");
});

test("[S4.4] a reserved ID that was taken out and called faulty is withdrawn", async () => {
  const { id: productId } = await aProduct(shop, { ids: ["bad-one", "good-one"] });
  const { requestCode } = await aPendingOrder(shop, { productId });
  const [held] = await reservedIdsOf(shop.services, requestCode);
  const { data } = await send(approve, requestCode, { ids: "good-one", faulty: held?.unitId ?? "" });

  expect(data.ok).toBe(true);
  const { rows } = await shop.services.db.$client.query("select withdrawn from units where id = $1", [held?.unitId]);
  expect(rows).toEqual([{ withdrawn: "faulty" }]);
});

test("[S5.6] [S8.1] rejecting asks for a reason, and with one says so in the exact sentence", async () => {
  const { requestCode } = await aPendingOrder(shop);
  const without = await send(reject, requestCode, { reason: "  " });
  expect(without.init).toEqual({ status: 422 });
  expect(without.data).toMatchObject({ ok: false, field: "reason", sentence: "Please provide a rejection reason" });

  const { data } = await send(reject, requestCode, { reason: "Not paid" });
  expect(data).toMatchObject({ ok: true, sentence: "Request rejected successfully" });
});

test("[S4.4] what was ticked as faulty comes back with the rest when the form is refused", async () => {
  const { requestCode } = await aPendingOrder(shop);
  const fields = { ids: "", faulty: "999999" };
  expect((await send(approve, requestCode, fields)).data).toMatchObject({ ok: false, typed: { faulty: ["999999"] } });
});

test("several orders are approved at once, each with its reserved IDs; those which were not are named, and why", async () => {
  const { id: productId, ids } = await aProduct(shop);
  const [one, two] = [await aPendingOrder(shop, { productId }), await aPendingOrder(shop, { productId })];
  await send(reject, two.requestCode, { reason: "Not paid" });
  const { data, init } = await sendCodes([one.requestCode, two.requestCode, one.requestCode]);

  expect(init).toEqual({ status: 200 });
  expect(data).toEqual({
    ok: true,
    sentence: english("ordersApproved", { n: 1 }),
    value: { done: [one.requestCode], failed: [{ requestCode: two.requestCode, sentence: "This order is already rejected." }] },
  });
  expect(await findAdminOrder(shop.services, anOwner, one.requestCode)).toMatchObject({
    status: "approved",
    deliveredIds: [{ value: ids[0] }],
  });
  expect((await sendCodes([two.requestCode])).init).toEqual({ status: 409 });
  const alone = await aPendingOrder(shop, { productId });
  expect((await sendCodes([alone.requestCode])).data, "one alone").toMatchObject({ sentence: english("requestApproved") });
  const last = await aPendingOrder(shop, { productId });
  const step = (await sendChosen(approveSeveral, [last.requestCode], { doneBefore: "50" })).data;
  expect(step, "the last step of 51").toMatchObject({ sentence: english("ordersApproved", { n: 51 }) });
});

test("[S12.6] several orders are rejected for one reason, and several are marked as paid", async () => {
  const [one, two] = [await aPendingOrder(shop), await aPendingOrder(shop)];
  const codes = [one.requestCode, two.requestCode];
  const send = (action: unknown, fields?: Record<string, string>) => sendChosen(action as typeof approveSeveral, codes, fields);
  expect((await send(markSeveralPaid)).data).toMatchObject({ sentence: english("ordersMarkedPaid", { n: 2 }), value: { done: codes } });
  expect((await send(rejectSeveral, { reason: " " })).data).toMatchObject({ ok: false, code: "reasonRequired" });
  for (const code of codes)
    expect(await findAdminOrder(shop.services, anOwner, code)).toMatchObject({ status: "pending", paidAt: expect.any(Date) });
  expect((await send(rejectSeveral, { reason: "Too late" })).data).toMatchObject({ sentence: english("ordersRejected", { n: 2 }) });
  for (const code of codes)
    expect(await findAdminOrder(shop.services, anOwner, code)).toMatchObject({ status: "rejected", reason: "Too late" });
});

test("[S12.6] a proof is verified and its order approved in one step; a proof that changed meanwhile approves nothing", async () => {
  const order = await anAmazonOrder();
  const refused = await send(checkProof, order.requestCode, { verified: "approved", note: "", proofId: "another" });
  expect(refused.data).toMatchObject({ ok: false, code: "proofChanged" });
  expect(await findAdminOrder(shop.services, anOwner, order.requestCode)).toMatchObject({ status: "pending", paymentVerified: null });

  const { data } = await send(checkProof, order.requestCode, { verified: "approved", note: "Looks right" });
  expect(data).toMatchObject({ ok: true, sentence: english("requestApproved") });
  expect(await findAdminOrder(shop.services, anOwner, order.requestCode)).toMatchObject({ status: "approved", paymentVerified: true });
});

test("choosing no order, or more than fifty, is refused in its sentence, and so is a customer", async () => {
  expect(await sendCodes([])).toMatchObject({ init: { status: 422 }, data: { ok: false, sentence: english("noOrdersChosen") } });
  const many = Array.from({ length: 51 }, (_, n) => `REQ-${n}`);
  expect(await sendCodes(many)).toMatchObject({ init: { status: 422 }, data: { ok: false, sentence: english("tooManyOrdersChosen") } });

  const { requestCode } = await aPendingOrder(shop);
  expect(await sendCodes([requestCode], customer)).toMatchObject({ init: { status: 403 }, data: { ok: false, code: "rightMissing" } });
  expect((await findAdminOrder(shop.services, anOwner, requestCode))?.status).toBe("pending");
});

test("[S8.4] when something fails between two orders, the rest is named with the sentence of the failure", async () => {
  const { data } = await sendCodes(["REQ-A", "REQ-B"], admin, unreachable());
  const failed = ["REQ-A", "REQ-B"].map((requestCode) => ({ requestCode, sentence: english("failedToProcessRequest") }));
  expect(data).toMatchObject({ ok: true, sentence: null, value: { done: [], failed } });
});

test("[S4.1] an order that was handled meanwhile says what it is", async () => {
  const { requestCode } = await aPendingOrder(shop);
  await send(reject, requestCode, { reason: "Not paid" });
  const { data, init } = await send(approve, requestCode, { ids: "x" });
  expect(init).toEqual({ status: 409 });
  expect(data).toMatchObject({ ok: false, sentence: "This order is already rejected." });
});

test("[S2.31] [S4.9] verifying a payment says so in the exact sentence; after rejecting its proof approving needs a confirmation", async () => {
  const { requestCode } = await anAmazonOrder();
  const verified = await send(checkProof, requestCode, { verified: "true", note: "seen" });
  expect(verified.data).toMatchObject({ ok: true, sentence: "Payment verified successfully" });
  expect(await findAdminOrder(shop.services, anOwner, requestCode)).toMatchObject({ paymentVerified: true, verificationNote: "seen" });

  const rejected = await send(checkProof, requestCode, { verified: "false", note: "blurred" });
  expect(rejected.data.ok).toBe(true);
  const order = await findAdminOrder(shop.services, anOwner, requestCode);
  expect(order).toMatchObject({ paymentVerified: false, verificationNote: "Payment verification failed", adminNote: "blurred" });

  const ids = (await reservedIdsOf(shop.services, requestCode))[0]?.value ?? "";
  expect((await send(approve, requestCode, { ids })).data).toMatchObject({ ok: false, code: "verificationFailedConfirm" });
  expect((await send(approve, requestCode, { ids, confirmed: "on" })).data).toMatchObject({ ok: true });
});

test("[S8.4] when the world breaks each form says its own sentence", async () => {
  const { requestCode } = await aPendingOrder(shop);
  const services = unreachable();
  const failed = { ok: false, sentence: "Failed to process request. Please try again." };
  expect((await send(approve, requestCode, { ids: "x" }, admin, services)).data).toMatchObject(failed);
  expect((await send(reject, requestCode, { reason: "x" }, admin, services)).data).toMatchObject(failed);
  const { data, init } = await send(checkProof, requestCode, { verified: "true" }, admin, services);
  expect(data).toMatchObject({ ok: false, sentence: "Failed to update verification status" });
  expect(init).toEqual({ status: 500 });
});

test("[S6.3] a customer can neither approve nor reject nor check, whatever the page shows", async () => {
  const { requestCode } = await anAmazonOrder();
  for (const answer of [
    await send(approve, requestCode, { ids: "x" }, customer),
    await send(reject, requestCode, { reason: "x" }, customer),
    await send(checkProof, requestCode, { verified: "true" }, aGuest()),
  ]) {
    expect(answer.init).toEqual({ status: 403 });
  }
  expect(await findAdminOrder(shop.services, anOwner, requestCode)).toMatchObject({ status: "pending", paymentVerified: null });
});

test("[S6.5] the picture of a proof is a private JPEG for an admin, and nothing for anybody else", async () => {
  const { requestCode } = await anAmazonOrder();
  const get = (visitor: Visitor, code = requestCode) =>
    proofPicture({
      request: new Request("http://shop/"),
      params: { requestCode: code },
      context: contextOf(visitor),
    } as unknown as Parameters<typeof proofPicture>[0]);

  const response = await get(admin);
  expect(response.headers.get("Content-Type")).toBe("image/jpeg");
  expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  expect(response.headers.get("Content-Disposition")).toBe(`inline; filename="${requestCode}_my-proof.jpg"`);
  expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(response.headers.get("Content-Security-Policy")).toBe("default-src 'none'; sandbox");
  expect((await sharp(await response.bytes()).metadata()).format).toBe("jpeg");

  await expect(get(customer)).rejects.toMatchObject({ init: { status: 403 } });
  await expect(get(aGuest())).rejects.toMatchObject({ init: { status: 403 } });
  await expect(get(admin, "REQ-NEVER")).rejects.toMatchObject({ init: { status: 404 } });
});
