import { expect, test } from "vitest";
import { type OrderAction, pastOf } from "./order-past.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour));
const placed = { createdAt: at(1), proofResentAt: null, actions: [] };
const wordsOf = (past: ReturnType<typeof pastOf>) => past.map(({ who, what }) => `${who ?? "somebody"} ${what}`);

test("[S4.6] an order's history tells what its buyer and what admins did, the oldest first", () => {
  const actions: OrderAction[] = [
    { at: at(2), adminName: "a@shop.example", action: "proof-rejected", facts: {} },
    { at: at(4), adminName: "b@shop.example", action: "order-approved", facts: {} },
    { at: at(5), adminName: "b@shop.example", action: "order-paid", facts: {} },
    { at: at(6), adminName: "a@shop.example", action: "id-replaced", facts: { position: 2 } },
  ];
  const past = pastOf({ ...placed, status: "approved", processedAt: at(4), proofResentAt: at(3), actions });
  expect(wordsOf(past)).toEqual([
    "The buyer placed the order",
    "a@shop.example rejected the proof of the order",
    "The buyer sent a new payment proof",
    "b@shop.example approved the order",
    "b@shop.example marked the order as paid",
    "a@shop.example replaced an ID of the order",
  ]);
  expect(past.at(-1)?.more).toBe("position: 2");
});

test("[S4.6] an order that was handled before actions were recorded still tells when", () => {
  expect(wordsOf(pastOf({ ...placed, status: "rejected", processedAt: at(2) }))).toEqual([
    "The buyer placed the order",
    "somebody rejected",
  ]);
});

test("[S4.6] a cancelled order tells who took it back", () => {
  expect(wordsOf(pastOf({ ...placed, status: "cancelled", cancelledAt: at(2), expiredAfterHours: null }))).toEqual([
    "The buyer placed the order",
    "The buyer cancelled the order",
  ]);
});
