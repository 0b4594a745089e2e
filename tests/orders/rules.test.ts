import fc from "fast-check";
import { expect, test } from "vitest";
import { approve } from "#shop/orders/decisions/approve/approval.ts";
import { type GiftCard, nextStatuses, orderStatuses, type PendingOrder, paymentMethods } from "#shop/orders/order.ts";
import { OrderForm } from "#shop/orders/placing/order-form.ts";
import { type ProductAtOrder, place } from "#shop/orders/placing/placing-rules.ts";
import { checkProofOf, mayResendProof } from "#shop/orders/proofs/proof-check.ts";
import { isRequestCode, requestCodeAt } from "#shop/orders/request-code.ts";
import { mayBecome } from "#shop/orders/status-change.ts";
import { readCursor, writeCursor } from "#shop/page-cursor.ts";
import { parsed } from "#shop/parse.ts";
import { lastOf, readGiftCardCode } from "#shop/payments/gift-card.ts";
import { proofNameOf } from "#shop/payments/proof-image.ts";

const product: ProductAtOrder = { name: "Verified account", pricePaise: 49_900, isSample: false, available: 3 };
const form = { quantity: 2, expectedPrice: null, paymentMethod: "request" as const, giftCardCode: null, hasProof: false };
const shop = {
  isPublic: false,
  takesRequest: true,
  takesAmazon: true,
  takesUpi: true,
  takesRazorpay: false,
  takesStripe: false,
  pendingOrdersMax: 10,
  heldIdsMax: 20,
  addressOrdersMax: 50,
  addressIdsMax: 100,
};
const nothing = { buyer: { orders: 0, ids: 0 }, address: { orders: 0, ids: 0 } };

/** A pending order as the rules read it; its proof is identified by its id. */
type Pending = PendingOrder<GiftCard, { id: string }> & { hasPaymentToReview: boolean };

function aPending(overrides: Partial<Pending> = {}): Pending {
  const placed = {
    id: "o",
    requestCode: "REQ-1",
    productId: "p",
    productName: "n",
    quantity: 2,
    pricePaise: 1,
    totalPaise: 2,
    createdAt: new Date(0),
  };
  return {
    ...placed,
    status: "pending",
    paymentMethod: "request",
    giftCard: null,
    proof: null,
    paymentVerified: null,
    paidAt: null,
    hasPaymentToReview: false,
    ...overrides,
  };
}

test("[S5.1] a quantity between 1 and the stock costs price times quantity; any other is refused", () => {
  expect(place(product, form, shop, nothing)).toEqual({ ok: true, value: { totalPaise: 99_800 } });
  expect(place(product, { ...form, quantity: 3 }, shop, nothing).ok).toBe(true);
  expect(place(product, { ...form, quantity: 4 }, shop, nothing)).toMatchObject({ code: "invalidQuantity" });
  expect(place(product, { ...form, quantity: 0 }, shop, nothing)).toMatchObject({ code: "invalidQuantity" });
});

test("an order for another price than the buyer saw is refused with the new one", () => {
  expect(place(product, { ...form, expectedPrice: 100 }, shop, nothing)).toMatchObject({
    code: "priceChanged",
    words: { price: "₹499.00" },
  });
});

test("[S1.4] [S1.5] a payment method that the owner switched off is refused beside its field", () => {
  const off = { ok: false, kind: "conflict", code: "paymentMethodOff", field: "paymentMethod" };
  expect(place(product, form, { ...shop, takesRequest: false }, nothing)).toMatchObject(off);
  expect(
    place(product, { ...form, paymentMethod: "amazon", giftCardCode: "ABC", hasProof: true }, { ...shop, takesAmazon: false }, nothing),
  ).toMatchObject(off);
  expect(place(product, { ...form, paymentMethod: "upi" }, { ...shop, takesUpi: false }, nothing)).toMatchObject(off);
  expect(place(product, form, { ...shop, takesAmazon: false }, nothing).ok).toBe(true);
});

test("[S1.4] [S1.5] [S10.1] the ways to pay have names; a card cannot be chosen, and a provider only when it is on", () => {
  const named = { request: "Request First", amazon: "Amazon Gift Card", upi: "UPI", razorpay: "Razorpay", stripe: "Stripe" };
  expect(paymentMethods).toEqual(named);
  expect(parsed(OrderForm, { productId: "p", quantity: 1, paymentMethod: "card" })).toMatchObject({ ok: false, field: "paymentMethod" });
  const byProvider = { ...form, paymentMethod: "razorpay" as const };
  expect(place(product, byProvider, shop, nothing)).toMatchObject({ code: "paymentMethodOff" });
  expect(place(product, byProvider, { ...shop, takesRazorpay: true }, nothing).ok).toBe(true);
});

test("a sample is sold only while strangers cannot reach the shop", () => {
  const sample = { ...product, isSample: true };
  expect(place(sample, form, shop, nothing).ok).toBe(true);
  expect(place(sample, form, { ...shop, isPublic: true }, nothing)).toMatchObject({ code: "sampleNotForSale" });
});

test("[S5.3] an amazon order needs its code and its proof", () => {
  const complete = { ...form, paymentMethod: "amazon", giftCardCode: "ABC", hasProof: true } as const;
  const incomplete = { ok: false, code: "giftCardAndProofRequired" };
  expect(place(product, complete, shop, nothing).ok).toBe(true);
  expect(place(product, { ...complete, hasProof: false }, shop, nothing)).toMatchObject(incomplete);
  expect(place(product, { ...complete, giftCardCode: null, quantity: 0 }, shop, nothing)).toMatchObject(incomplete);
  expect(place({ ...product, pricePaise: 0 }, { ...complete, giftCardCode: null }, shop, nothing).ok).toBe(true);
});

test("[S4.1] only a pending order changes; the other states are final", () => {
  for (const status of orderStatuses) {
    for (const next of ["approved", "rejected", "cancelled"] as const) expect(mayBecome(status, next).ok).toBe(status === "pending");
    expect(mayBecome(status, "pending").ok).toBe(false);
  }
  expect(mayBecome("approved", "cancelled")).toMatchObject({ code: "orderNotPending", words: { status: "approved" } });
  expect(nextStatuses.approved).toEqual([]);
});

test("[S5.5] approving takes exactly as many IDs as were ordered, no line twice", () => {
  const answer = { code: "exactlyNIds", words: { n: 2 } };
  expect(approve(aPending(), { ids: ["a", "b"], confirmed: false })).toEqual({ ok: true, value: ["a", "b"] });
  expect(approve(aPending(), { ids: ["a"], confirmed: false })).toMatchObject(answer);
  expect(approve(aPending(), { ids: ["a", "b", "c"], confirmed: false })).toMatchObject(answer);
  expect(approve(aPending(), { ids: ["a", "a"], confirmed: false })).toMatchObject(answer);
});

test("[S5.4] an amazon order without proof is not approved", () => {
  const order = aPending({ paymentMethod: "amazon" });
  expect(approve(order, { ids: ["a", "b"], confirmed: true })).toMatchObject({
    code: "proofRequired",
  });
});

test("[S4.9] approving after a failed verification needs a confirmation", () => {
  const order = aPending({ paymentMethod: "amazon", proof: { id: "first" }, paymentVerified: false });
  expect(approve(order, { ids: ["a", "b"], confirmed: false })).toMatchObject({ code: "verificationFailedConfirm" });
  expect(approve(order, { ids: ["a", "b"], confirmed: true }).ok).toBe(true);
});

const anAmazon = (overrides: Partial<Pending> = {}) => aPending({ paymentMethod: "amazon", ...overrides });
const withProof = { proof: { id: "first" } };
const at = new Date("2026-11-21T12:00:00Z");
const checked = { at, rejectedNote: "It failed" };

test("[S4.9] a rejected proof has the fixed note and the admin's as a private one; a verified one has the admin's and is paid", () => {
  const order = anAmazon(withProof);
  expect(checkProofOf(order, { verified: false, note: "looks edited" }, checked)).toEqual({
    ok: true,
    value: { paidAt: null, paymentVerified: false, verificationNote: "It failed", adminNote: "looks edited" },
  });
  expect(checkProofOf(order, { verified: true, note: "ok" }, checked)).toEqual({
    ok: true,
    value: { paidAt: at, paymentVerified: true, verificationNote: "ok", adminNote: null },
  });
  expect(checkProofOf(anAmazon(), { verified: true, note: null }, checked)).toMatchObject({ code: "proofNotFound" });
  expect(checkProofOf(aPending(withProof), { verified: false, note: null }, checked)).toMatchObject({ code: "proofNotFound" });
});

test("[S4.9] an order paid before still has that date when verified, and loses it when its proof is rejected", () => {
  const order = anAmazon({ ...withProof, paidAt: new Date(0) });
  expect(checkProofOf(order, { verified: true, note: null }, checked)).toMatchObject({ value: { paidAt: new Date(0) } });
  expect(checkProofOf(order, { verified: false, note: null }, checked)).toMatchObject({ value: { paidAt: null } });
});

test("[S4.9] a picture that was sent meanwhile is not judged by the one before it", () => {
  const order = anAmazon(withProof);
  expect(checkProofOf(order, { verified: true, note: null, proofId: "before" }, checked)).toMatchObject({
    kind: "conflict",
    code: "proofChanged",
  });
  expect(checkProofOf(order, { verified: false, note: null, proofId: "before" }, checked)).toMatchObject({ code: "proofChanged" });
  expect(checkProofOf(order, { verified: true, note: null, proofId: "first" }, checked).ok).toBe(true);
});

test("[S4.9] [S14.4] a new proof is taken only after the last one failed or the shop asks for it, while the order is pending", () => {
  const failed = { status: "pending", paymentMethod: "amazon", paymentVerified: false } as const;
  expect(mayResendProof(failed, null)).toBe(true);
  expect(mayResendProof({ ...failed, paymentVerified: null }, null)).toBe(false);
  expect(mayResendProof({ ...failed, paymentVerified: null }, "proof")).toBe(true);
  expect(mayResendProof(failed, "words")).toBe(false);
  expect(mayResendProof({ ...failed, status: "approved" }, "proof")).toBe(false);
  expect(mayResendProof({ ...failed, paymentMethod: "request" }, "proof")).toBe(false);
});

test("[S3.7] a request code is REQ- and the millisecond in base 36, uppercase", () => {
  expect(requestCodeAt(1_763_700_000_000)).toBe(`REQ-${(1_763_700_000_000).toString(36).toUpperCase()}`);
  expect(isRequestCode(requestCodeAt(Date.UTC(2026, 10, 21)))).toBe(true);
  for (const text of ["REQ-", "req-abc", "REQ-a", "REQ-A B", "REQ-A\n", "", "REQ-ÄÖ"]) expect(isRequestCode(text), text).toBe(false);
});

test("[S1.5] a gift card code has at most 14 letters and digits", () => {
  expect(readGiftCardCode("1234 5678-901234")).toEqual({ ok: true, value: "12345678901234" });
  expect(readGiftCardCode("123456789012345")).toMatchObject({ ok: false, code: "giftCardCodeInvalid" });
  expect(readGiftCardCode("12.34")).toMatchObject({ ok: false, code: "giftCardCodeCharacters" });
});

test("[S2.15] the last 4 characters are shown of a code that is long enough to hide the rest", () => {
  expect(lastOf("12345678901234")).toBe("1234");
  expect(lastOf("12345678")).toBe("5678");
  expect(lastOf("1234567")).toBeNull();
});

test("[S7.3] a proof's name is made safe, whatever the file was called", () => {
  expect(proofNameOf("REQ-A", "Screenshot 1.png")).toBe("payment-proofs/REQ-A_Screenshot-1.jpg");
  expect(proofNameOf("REQ-A", "../../etc/passwd")).toBe("payment-proofs/REQ-A_passwd.jpg");
  expect(proofNameOf("REQ-A", "")).toBe("payment-proofs/REQ-A_proof.jpg");
  expect(proofNameOf("REQ-A", `a${"-".repeat(500_000)}b.png`), "read at once").toBe("payment-proofs/REQ-A_b.jpg");
  fc.assert(fc.property(fc.string(), (name) => /^payment-proofs\/REQ-A_[A-Za-z0-9][A-Za-z0-9._-]*\.jpg$/.test(proofNameOf("REQ-A", name))));
});

test("a list goes on at its cursor, and starts from the beginning if the cursor cannot be read", () => {
  const at = new Date("2026-11-21T10:00:00.123Z");
  expect(readCursor(writeCursor(at, "an-id"))).toEqual({ at: at.toISOString(), id: "an-id" });
  fc.assert(fc.property(fc.string(), (text) => readCursor(text) === null || typeof readCursor(text)?.id === "string"));
});
