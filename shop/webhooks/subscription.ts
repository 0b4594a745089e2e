import type { DeliveryEvent } from "./delivery.ts";

/** The kinds of receiver: a program with a webhook, or a chat that a bot writes to. */
export const subscriptionKinds = ["webhook", "bot"] as const;
export type SubscriptionKind = (typeof subscriptionKinds)[number];

/** A subscription in the admin area, without its secret or bot token. */
export type Subscription = {
  id: string;
  kind: SubscriptionKind;
  /** A URL, or a chat's number or name. */
  address: string;
  events: DeliveryEvent[];
  isOn: boolean;
  createdAt: Date;
};

/** A subscription's short name: the host of a webhook, or the chat. */
export function nameOfSubscription({ kind, address }: Pick<Subscription, "kind" | "address">): string {
  return kind === "bot" ? `chat ${address}` : (URL.parse(address)?.host ?? address);
}
