import { DAY_MS } from "#shop/constants.ts";
import type { AskedRight } from "#shop/rights.ts";

/**
 * The most of one kind that are counted: a page says "1,000" for more, and the count stays fast.
 */
export const WAITING_COUNTED_MAX = 1_000;

/** How long a failed email or notification counts as something to look at. */
export const FAILED_SHOWN_MS = 7 * DAY_MS;

/** How many of each kind wait for the owner, counted up to `WAITING_COUNTED_MAX`. [S12.2] */
export type Waiting = {
  /** Restores of the shop that are not settled: it sells nothing until then. */
  restored: number;
  pending: number;
  /** Pending orders that wait longer than the shop promises. */
  late: number;
  /** Pending orders that are not paid and whose payment proof nobody has checked. */
  proofs: number;
  /** Pending orders that are paid. */
  paid: number;
  /** Payments that somebody has to look at. */
  review: number;
  refunds: number;
  /** Payments of bank alerts that a statement lacks. [S16.8] */
  missing: number;
  /** Disputes that the owner has to answer. */
  disputes: number;
  messages: number;
  /** Since when the oldest message waits for an answer, in ms since 1970; 0: none does. [S14.15] */
  messagesSince: number;
  /** Claims to decide, and those whose swap waits for stock. [S15.5] [S15.9] */
  claims: number;
  claimsWaiting: number;
  /** Products on sale with few free IDs, and with none. */
  low: number;
  soldOut: number;
  /** Emails and notifications that failed lately. */
  emails: number;
  deliveries: number;
  /** When the newest order was placed, in ms since 1970; 0 before the first. [S12.4] */
  newestAt: number;
};

/** The right to know of each kind. [S13.9] */
export const rightOfWaiting = {
  restored: "own-shop",
  pending: "read-orders",
  late: "read-orders",
  proofs: "read-orders",
  paid: "read-orders",
  review: "handle-money",
  refunds: "handle-money",
  missing: "handle-money",
  disputes: "handle-money",
  messages: "answer-buyers",
  messagesSince: "answer-buyers",
  claims: "read-orders",
  claimsWaiting: "read-orders",
  low: "manage-stock",
  soldOut: "manage-stock",
  emails: "own-shop",
  deliveries: "own-shop",
  newestAt: "read-orders",
} as const satisfies Record<keyof Waiting, AskedRight>;

/** The mark of messages that wait long for an answer: amber after 24 hours, red after 48. [S14.15] */
export function markOfMessages({ messagesSince }: Pick<Waiting, "messagesSince">, now: Date): "amber" | "red" | null {
  const age = messagesSince === 0 ? 0 : now.getTime() - messagesSince;
  if (age >= 2 * DAY_MS) return "red";
  return age >= DAY_MS ? "amber" : null;
}

/** The numbers beside the links of the admin's navigation. [S12.4] */
export type WaitingCounts = { queue: number; products: number; more: number };

/** Sums up what waits for the navigation: orders, products, and what the other pages hold. */
export function countsOf({ pending, low, soldOut, messages, claims, review, refunds, missing, disputes }: Waiting): WaitingCounts {
  return { queue: pending, products: low + soldOut, more: messages + claims + review + refunds + missing + disputes };
}
