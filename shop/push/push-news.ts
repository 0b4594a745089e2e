import type { Right } from "#shop/rights.ts";

/** What a notification to who works in the shop is about. */
export type PushTopic = "order" | "payment" | "proof" | "message" | "claim" | "test";

/**
 * What a notification says, and the page that it opens. Its texts name no ID, code or buyer. A newer
 * one of the same topic replaces an older one on the phone. [S12.10] [S14.11]
 */
export type PushMessage = { title: string; body: string; topic: string; path: string };

/** The rights of those who hear of each topic, one of which is enough; null is for everybody who works in the shop. [S13.9] */
export const pushRights = {
  order: "read-orders",
  proof: "read-orders",
  payment: "handle-money",
  message: "answer-buyers",
  claim: ["answer-buyers", "decide-orders", "handle-money"],
  test: null,
} as const satisfies Record<PushTopic, Right | readonly Right[] | null>;

/** The page of the admin that each notification opens. */
export const pushPaths = {
  order: "/admin/orders",
  proof: "/admin/orders",
  payment: "/admin/money",
  message: "/admin/messages",
  claim: "/admin/claims",
  test: "/admin",
} as const satisfies Record<PushTopic, string>;
