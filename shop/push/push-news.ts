import type { Right } from "#shop/rights.ts";

/** What a notification is about. A newer one about the same replaces an older one on the phone. */
export type PushTopic = "order" | "payment" | "proof" | "message" | "test";

/** What a notification says, and the page that it opens. It names no ID, code or buyer. [S12.10] */
export type PushMessage = { title: string; body: string; topic: PushTopic; path: string };

/** The right of those who hear of each topic; null is for everybody who works in the shop. [S13.9] */
export const pushRights = {
  order: "read-orders",
  proof: "read-orders",
  payment: "handle-money",
  message: "answer-buyers",
  test: null,
} as const satisfies Record<PushTopic, Right | null>;

/** The page of the admin that each notification opens. */
export const pushPaths = {
  order: "/admin/orders",
  proof: "/admin/orders",
  payment: "/admin/money",
  message: "/admin/messages",
  test: "/admin",
} as const satisfies Record<PushTopic, string>;
