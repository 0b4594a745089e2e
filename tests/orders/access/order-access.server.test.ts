import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { Admin, Keys, Visitor } from "#shop/accounts/visitor.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { adoptOrder } from "#shop/orders/access/adopt-order.server.ts";
import { revokeLink } from "#shop/orders/access/revoke-link.server.ts";
import { unlockOrder } from "#shop/orders/access/unlock-order.server.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { readMessagePicture } from "#shop/orders/messages/read-picture.server.ts";
import { checkProof } from "#shop/orders/proofs/check-proof.server.ts";
import { readProof } from "#shop/orders/proofs/read-proof.server.ts";
import { resendProof } from "#shop/orders/proofs/resend-proof.server.ts";
import { findAdminOrder, listAdminOrders } from "#shop/orders/reading/admin-orders.server.ts";
import { readQueue } from "#shop/orders/reading/admin-queue.server.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { listHandledOrders } from "#shop/orders/reading/handled-orders.server.ts";
import { listOwnOrders } from "#shop/orders/reading/own-orders.server.ts";
import { refused } from "#shop/refusal.ts";
import { aCustomer, aGuest, anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { reservedValuesOf } from "#tests/support/shop/order-ids.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

const aPicture = async () => ({
  filename: "proof.png",
  bytes: await sharp({ create: { width: 8, height: 8, channels: 3, background: "teal" } })
    .png()
    .toBuffer(),
});
const browserOf = (key: string | null) => aGuest({ browser: sha256(key ?? "").toString("hex") });

async function anAmazonOrder(visitor: Visitor = aGuest()) {
  return aPendingOrder(shop, { visitor, paymentMethod: "amazon", giftCardCode: "SECRETCODE9876", proof: await aPicture() });
}

async function approved(order: { requestCode: string }, downloadLink: string | null = null) {
  const ids = await reservedValuesOf(shop.services, order.requestCode);
  const answer = await approveOrder(shop.services, admin, order.requestCode, { ids, faulty: [], downloadLink, confirmed: false });
  if (!answer.ok) throw new Error(answer.code);
  return ids;
}

test("[S2.15] with the code alone one sees no ID, no link, no reason, and only the outline of the payment", async () => {
  const owner = await aCustomer(shop);
  const order = await anAmazonOrder(owner);
  const ids = await approved(order, "https://example.com/secret-file");

  for (const stranger of [aGuest(), aGuest({ accessKey: "A".repeat(24) }), await aCustomer(shop)]) {
    const seen = await findOrder(shop.services, stranger, order.requestCode);
    expect(seen).toMatchObject({
      status: "approved",
      giftCard: { last4: "9876" },
      proof: { isReceived: true },
      paymentVerified: null,
      isWhole: false,
      mayCancel: false,
    });
    const text = JSON.stringify(seen);
    for (const secret of [...ids, "secret-file", "SECRETCODE", owner.userId]) expect(text).not.toContain(secret);
  }
  const own = await findOrder(shop.services, owner, order.requestCode);
  expect(own).toMatchObject({
    isWhole: true,
    deliveredIds: ids.map((value) => ({ value, replacedAt: null })),
    downloadLink: "https://example.com/secret-file",
    paidAt: expect.any(Date),
    giftCard: { last4: "9876" },
    proof: { isReceived: true },
    approvedBy: "admin",
  });
  expect(JSON.stringify(own)).not.toContain("SECRETCODE");
});

test("[S2.15] the reason of a rejection is for its buyer and admins", async () => {
  const order = await aPendingOrder(shop);
  await rejectOrder(shop.services, admin, order.requestCode, { reason: "card was empty" });

  expect(await findOrder(shop.services, aGuest(), order.requestCode)).not.toHaveProperty("reason");
  expect(await findOrder(shop.services, aGuest({ accessKey: order.accessKey }), order.requestCode)).toMatchObject({
    reason: "card was empty",
  });
});

test("[S6.6] the private link opens the order in another browser, which can open it again without the key", async () => {
  const order = await aPendingOrder(shop);
  expect(order.accessKey).toMatch(/^[A-Za-z0-9_-]{22,}$/);
  expect(order.newBrowserKey).not.toBeNull();

  const { newBrowserKey } = await unlockOrder(shop.services, aGuest(), order.requestCode, order.accessKey ?? "");
  for (const key of [order.newBrowserKey, newBrowserKey]) {
    expect(await findOrder(shop.services, browserOf(key), order.requestCode)).toMatchObject({
      mayCancel: true,
      privatePath: `/order-status/${order.requestCode}/key/${order.accessKey}`,
    });
  }
  const { rows } = await shop.services.db.$client.query("select access_key_hash from orders where id = $1", [order.id]);
  expect(rows[0].access_key_hash).toEqual(sha256(order.accessKey ?? ""));
});

test("[S6.6] one browser has one key for all its orders", async () => {
  const first = await aPendingOrder(shop);
  const browser = browserOf(first.newBrowserKey);
  const second = await aPendingOrder(shop, { visitor: browser });

  expect(second.newBrowserKey).toBeNull();
  for (const { requestCode } of [first, second])
    expect(await findOrder(shop.services, browser, requestCode)).toMatchObject({ mayCancel: true });
});

test("[S6.7] a wrong key opens nothing and is answered as no key", async () => {
  const order = await aPendingOrder(shop);
  for (const key of ["", "short", "A".repeat(24), `${order.accessKey}x`, "\0"]) {
    expect(await unlockOrder(shop.services, aGuest(), order.requestCode, key)).toEqual({ newBrowserKey: null });
    expect(await findOrder(shop.services, aGuest({ accessKey: key }), order.requestCode)).toEqual(
      await findOrder(shop.services, aGuest(), order.requestCode),
    );
  }
  expect(await unlockOrder(shop.services, aGuest(), "REQ-NONE", order.accessKey ?? "")).toEqual({ newBrowserKey: null });
});

test("[S6.7] every action that needs the key refuses an unknown code and a wrong key alike", async () => {
  const failed = await anAmazonOrder();
  await checkProof(shop.services, admin, failed.requestCode, { verified: false, note: null });
  const customer = await aCustomer(shop);
  const picture = await aPicture();
  const actions = [
    (keys: Keys, code: string) => cancelOrder(shop.services, { kind: "guest", keys }, code),
    (keys: Keys, code: string) => revokeLink(shop.services, { kind: "guest", keys }, code),
    (keys: Keys, code: string) => adoptOrder(shop.services, { ...customer, keys }, code),
    (keys: Keys, code: string) => resendProof(shop.services, { kind: "guest", keys }, code, { giftCardCode: "NEW1" }, picture),
  ];
  for (const action of actions) {
    const refusals = [
      await action({ browser: null, accessKey: "A".repeat(24) }, failed.requestCode),
      await action({ browser: null, accessKey: null }, failed.requestCode),
      await action({ browser: null, accessKey: failed.accessKey }, "REQ-NEVER"),
    ];
    for (const refusal of refusals) expect(refusal).toEqual(refused("orderNotForYou"));
  }
  expect(await findAdminOrder(shop.services, anOwner, failed.requestCode)).toMatchObject({ status: "pending", userId: null });
});

test("[S6.6] of more than 20 browsers the oldest is forgotten, but never the one that placed the order", async () => {
  const order = await aPendingOrder(shop);
  const opened: (string | null)[] = [];
  for (let n = 0; n < 20; n += 1) {
    opened.push((await unlockOrder(shop.services, aGuest(), order.requestCode, order.accessKey ?? "")).newBrowserKey);
  }
  const may = await Promise.all(
    [order.newBrowserKey, ...opened].map(async (key) => (await findOrder(shop.services, browserOf(key), order.requestCode))?.mayCancel),
  );
  expect(may).toEqual([true, false, ...Array(19).fill(true)]);
});

test("[S6.6] somebody who was sent the link cannot lock the buyer out by revoking it", async () => {
  const order = await aPendingOrder(shop);
  const { newBrowserKey } = await unlockOrder(shop.services, aGuest(), order.requestCode, order.accessKey ?? "");
  expect(await revokeLink(shop.services, browserOf(newBrowserKey), order.requestCode)).toMatchObject({ ok: true });
  for (const key of [order.newBrowserKey, newBrowserKey]) {
    expect(await findOrder(shop.services, browserOf(key), order.requestCode)).toMatchObject({ mayCancel: true, privatePath: null });
  }
});

test("[S6.6] a revoked link opens nothing any more and shuts out the browsers that it opened, but not the buyer's", async () => {
  const order = await aPendingOrder(shop);
  const buyer = browserOf(order.newBrowserKey);
  const { newBrowserKey } = await unlockOrder(shop.services, aGuest(), order.requestCode, order.accessKey ?? "");
  expect(await revokeLink(shop.services, aGuest(), order.requestCode)).toMatchObject({ kind: "forbidden" });
  expect(await revokeLink(shop.services, buyer, order.requestCode)).toMatchObject({ ok: true });

  expect(await findOrder(shop.services, buyer, order.requestCode)).toMatchObject({ mayCancel: true, privatePath: null });
  for (const visitor of [browserOf(newBrowserKey), aGuest({ accessKey: order.accessKey })]) {
    expect(await findOrder(shop.services, visitor, order.requestCode)).toMatchObject({ mayCancel: false, isWhole: false });
  }
});

test("[S6.6] an admin can revoke a private link", async () => {
  const order = await aPendingOrder(shop);
  expect(await revokeLink(shop.services, admin, order.requestCode)).toMatchObject({ ok: true });
  expect(await findOrder(shop.services, aGuest({ accessKey: order.accessKey }), order.requestCode)).toMatchObject({ isWhole: false });
  expect(await findOrder(shop.services, browserOf(order.newBrowserKey), order.requestCode)).toMatchObject({ mayCancel: true });
});

test("[S6.6] a customer whose browser placed the order adds it to the account, once; who has only the key never does", async () => {
  const order = await aPendingOrder(shop);
  const [customer, other] = [await aCustomer(shop), await aCustomer(shop)];
  const { keys } = browserOf(order.newBrowserKey);
  const [placer, holder] = [
    { ...customer, keys },
    { ...other, keys: { browser: null, accessKey: order.accessKey } },
  ];

  expect(await adoptOrder(shop.services, browserOf(order.newBrowserKey), order.requestCode)).toMatchObject({ code: "signInFirst" });
  expect(await adoptOrder(shop.services, customer, order.requestCode)).toMatchObject({ kind: "forbidden" });
  expect(await findOrder(shop.services, holder, order.requestCode)).toMatchObject({ isWhole: true, mayAdopt: false });
  expect(await adoptOrder(shop.services, holder, order.requestCode)).toMatchObject({ code: "orderNotForYou" });
  expect(await findOrder(shop.services, placer, order.requestCode)).toMatchObject({ mayAdopt: true });
  expect(await adoptOrder(shop.services, placer, order.requestCode)).toMatchObject({ ok: true });
  expect(await adoptOrder(shop.services, { ...other, keys }, order.requestCode)).toMatchObject({ code: "orderHasOwner" });
  expect((await listOwnOrders(shop.services, customer)).rows.map(({ requestCode }) => requestCode)).toEqual([order.requestCode]);
});

test("[S6.2] [S3.5] a customer's history is the own orders, newest first, and nobody else's", async () => {
  const [customer, other] = [await aCustomer(shop), await aCustomer(shop)];
  const product = await aProduct(shop, { ids: ["m1", "m2", "m3"] });
  const first = await aPendingOrder(shop, { visitor: customer, productId: product.id });
  await aPendingOrder(shop, { visitor: other, productId: product.id });
  const last = await aPendingOrder(shop, { visitor: customer, productId: product.id });

  const own = await listOwnOrders(shop.services, customer);
  expect(own).toMatchObject({ rows: [{ requestCode: last.requestCode }, { requestCode: first.requestCode }], next: null });
  expect((await listOwnOrders(shop.services, aGuest())).rows).toEqual([]);
});

test("[S6.5] [S7.3] a proof is served to admins alone", async () => {
  const order = await anAmazonOrder();
  for (const visitor of [aGuest({ accessKey: order.accessKey }), await aCustomer(shop)]) {
    expect(await readProof(shop.services, visitor, order.requestCode)).toMatchObject({ ok: false, kind: "forbidden" });
  }
  const proof = await readProof(shop.services, admin, order.requestCode);
  if (!proof.ok) throw new Error(proof.code);
  expect(proof.value.name).toBe(`payment-proofs/${order.requestCode}_proof.jpg`);
  expect((await sharp(proof.value.bytes).metadata()).format).toBe("jpeg");
  expect(await readProof(shop.services, admin, (await aPendingOrder(shop)).requestCode)).toMatchObject({ code: "proofNotFound" });
});

test("[S4.9] [S14.4] after a rejected proof the buyer reads it and sends a new one; the old picture stays for the people of the shop", async () => {
  const order = await anAmazonOrder();
  const buyer = aGuest({ accessKey: order.accessKey });
  expect(await resendProof(shop.services, buyer, order.requestCode, { giftCardCode: "NEW1" }, await aPicture())).toMatchObject({
    code: "noNewProofNeeded",
  });

  expect(await checkProof(shop.services, admin, order.requestCode, { verified: false, note: "blurred" })).toMatchObject({ ok: true });
  expect(await findAdminOrder(shop.services, anOwner, order.requestCode)).toMatchObject({
    paymentVerified: false,
    verificationNote: "Payment verification failed",
    adminNote: "blurred",
  });
  const seen = await findOrder(shop.services, buyer, order.requestCode);
  expect(seen).toMatchObject({ paymentVerified: false, mayResendProof: true });
  expect(JSON.stringify(seen)).not.toContain("blurred");

  const { rows } = await shop.services.db.$client.query("select proof_key from orders where id = $1", [order.id]);
  const noPicture = { filename: "x.png", bytes: Buffer.from("not looked at") };
  expect(await resendProof(shop.services, aGuest(), order.requestCode, { giftCardCode: "NEW1" }, noPicture)).toMatchObject({
    kind: "forbidden",
  });
  expect(await resendProof(shop.services, aGuest(), order.requestCode, { giftCardCode: "NEW1" }, await aPicture())).toMatchObject({
    kind: "forbidden",
  });
  expect(await resendProof(shop.services, buyer, order.requestCode, { giftCardCode: "NEW1" }, null)).toMatchObject({
    code: "giftCardAndProofRequired",
  });
  expect(await resendProof(shop.services, buyer, order.requestCode, { giftCardCode: "NEWCODE1" }, await aPicture())).toMatchObject({
    ok: true,
  });
  expect(await findAdminOrder(shop.services, anOwner, order.requestCode)).toMatchObject({
    paymentVerified: null,
    giftCard: { code: "NEWCODE1", last4: "ODE1" },
  });
  expect(await shop.services.files.get(rows[0].proof_key)).not.toBeNull();
  const answer = { requestCode: order.requestCode, number: 2 };
  expect(await readMessagePicture(shop.services, admin, answer)).toMatchObject({ ok: true });
  expect(await readMessagePicture(shop.services, buyer, answer)).toMatchObject({ ok: false });
});

test("[S4.9] verifying stores the admin's note; both decisions act on pending orders only", async () => {
  const order = await anAmazonOrder();
  expect(await checkProof(shop.services, admin, order.requestCode, { verified: true, note: "matches" })).toMatchObject({ ok: true });
  expect(await findAdminOrder(shop.services, anOwner, order.requestCode)).toMatchObject({
    paymentVerified: true,
    verificationNote: "matches",
  });

  expect(
    await checkProof(shop.services, aGuest({ accessKey: order.accessKey }), order.requestCode, { verified: true, note: null }),
  ).toMatchObject({ kind: "forbidden" });
  await approved(order);
  expect(await checkProof(shop.services, admin, order.requestCode, { verified: false, note: null })).toMatchObject({
    code: "orderNotPending",
  });
});

test("[S2.28] the queue is oldest first and searched by request id, code, product name and user id", async () => {
  const customer = await aCustomer(shop);
  const product = await aProduct(shop, { name: "Queue 100%_special", ids: ["q1", "q2"] });
  const first = await aPendingOrder(shop, { productId: product.id, visitor: customer });
  const second = await aPendingOrder(shop, { productId: product.id });
  const found = async (search: string) =>
    (await readQueue(shop.services, anOwner, { search, after: null, open: [] })).rows.map(({ requestCode }) => requestCode);

  expect(await found("100%_SPECIAL")).toEqual([first.requestCode, second.requestCode]);
  expect(await found("100%Xspecial")).toEqual([]);
  expect(await found(first.id.slice(0, 8))).toEqual([first.requestCode]);
  expect(await found(second.requestCode.toLowerCase())).toEqual([second.requestCode]);
  expect(await found(customer.userId.slice(0, 6))).toEqual([first.requestCode]);
  expect(await found("guest")).toContain(second.requestCode);
});

test("[S2.32] processed requests come newest first, page by page, and cancelled ones are not among them", async () => {
  const product = await aProduct(shop, { ids: Array.from({ length: PAGE_SIZE + 4 }, (_, n) => `r${n}`) });
  const codes: string[] = [];
  for (let n = 0; n < PAGE_SIZE + 3; n += 1) {
    const { requestCode } = await aPendingOrder(shop, { productId: product.id });
    await rejectOrder(shop.services, admin, requestCode, { reason: "no" });
    codes.unshift(requestCode);
  }
  const cancelled = await aPendingOrder(shop, { productId: product.id });
  await cancelOrder(shop.services, aGuest({ accessKey: cancelled.accessKey }), cancelled.requestCode);

  const page = await listHandledOrders(shop.services, anOwner, "processed");
  const rest = await listHandledOrders(shop.services, anOwner, "processed", { after: page.next });
  const listed = [...page.rows, ...rest.rows].map(({ requestCode }) => requestCode);
  expect(page.rows).toHaveLength(PAGE_SIZE);
  expect(listed.slice(0, PAGE_SIZE + 3)).toEqual(codes);
  expect(listed).not.toContain(cancelled.requestCode);
  expect((await listAdminOrders(shop.services, anOwner, "cancelled")).rows[0]).toMatchObject({ requestCode: cancelled.requestCode });
});
