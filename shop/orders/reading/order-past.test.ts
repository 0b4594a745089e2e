import { expect, test } from "vitest";
import type { ListedPayment, RefundOfPayment } from "../payment/listed-payment.ts";
import { type OrderAction, pastOf } from "./order-past.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour));
const placed = { createdAt: at(1), proofResentAt: null, payments: [], reopened: null, actions: [] };
const inShort = (past: ReturnType<typeof pastOf>) => past.map((line) => (line.what === "action" ? line.action.action : line.what));

test("[S4.6] an order's history tells what its buyer and what admins did, the oldest first", () => {
  const actions: OrderAction[] = [
    { at: at(2), adminName: "a@shop.example", action: "proof-rejected", facts: {} },
    { at: at(4), adminName: "b@shop.example", action: "order-approved", facts: {} },
    { at: at(5), adminName: "b@shop.example", action: "order-paid", facts: {} },
    { at: at(6), adminName: "a@shop.example", action: "id-replaced", facts: { position: 2 } },
  ];
  const past = pastOf({ ...placed, status: "approved", approvedBy: "b", processedAt: at(4), proofResentAt: at(3), actions });
  expect(inShort(past)).toEqual(["placed", "proof-rejected", "proof-resent", "order-approved", "order-paid", "id-replaced"]);
  expect(past.at(-1)).toEqual({ at: at(6), what: "action", action: actions[3] });
});

test("[S4.6] an order that was handled before actions were recorded still tells when", () => {
  expect(pastOf({ ...placed, status: "rejected", processedAt: at(2) })).toEqual([
    { at: at(1), what: "placed" },
    { at: at(2), what: "rejected" },
  ]);
});

test("[S4.6] a cancelled order tells who took it back", () => {
  const cancelled = { ...placed, status: "cancelled", cancelledAt: at(2) } as const;
  expect(pastOf({ ...cancelled, expiredAfterHours: null }).at(-1)).toEqual({ at: at(2), what: "cancelled" });
  expect(pastOf({ ...cancelled, expiredAfterHours: 72 }).at(-1)).toEqual({ at: at(2), what: "expired", afterHours: 72 });
  const unanswered = pastOf({ ...cancelled, expiredAfterHours: 48, isUnanswered: true }).at(-1);
  expect(unanswered).toEqual({ at: at(2), what: "unanswered", afterHours: 48 });
});

test("[S10.8] [S10.10] an order's history tells of its money: when it came, that it reopened the order, and what went back", () => {
  const refund = (id: string, hour: number, changes: Partial<RefundOfPayment>): RefundOfPayment => ({
    id,
    paise: 100,
    how: "provider",
    state: "done",
    providerId: "r",
    reference: null,
    problem: null,
    adminId: "a",
    reason: "",
    creditNote: null,
    createdAt: at(hour),
    doneAt: null,
    ...changes,
  });
  const refunds = [
    refund("1", 5, { state: "failed" }),
    refund("2", 6, { doneAt: at(8) }),
    refund("3", 7, { how: "by hand", doneAt: at(7) }),
    refund("4", 9, { state: "sent" }),
  ];
  const payments = [{ receivedAt: at(3), refunds, disputes: [] as ListedPayment["disputes"] } as ListedPayment];
  const reopened = { at: at(4), cancelledAt: at(2), expiredAfterHours: 0 };
  const past = pastOf({ ...placed, status: "approved", approvedBy: "payment:razorpay", processedAt: at(4), payments, reopened });
  expect(inShort(past)).toEqual([
    "placed",
    "expired",
    "paid",
    "reopened",
    "refund-failed",
    "refund-begun",
    "refunded",
    "refunded",
    "refund-begun",
  ]);
  const direct = pastOf({ ...placed, status: "approved", approvedBy: "payment:upi", processedAt: at(4), payments: [] });
  expect(inShort(direct)).toEqual(["placed", "paid-for"]);
});
