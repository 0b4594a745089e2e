import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { queueingDeliveries } from "#shop/webhooks/queue-deliveries.server.ts";
import type { SubscriptionKind } from "#shop/webhooks/subscription.ts";
import type { ClaimReason, ClaimState } from "./claim.ts";

type Claim = { number: number; position: number; reason: ClaimReason; state: ClaimState };

/** Claims of one order to which the same happened. */
export type ClaimsOfOrder = { order: { requestCode: string }; claims: Claim[] };

const programs = { to: "webhook" } as const;

/**
 * Queues what happened to claims of an order for programs and chats, in the caller's transaction; an
 * event for each claim, in one statement. Chats hear of the first one alone, because they are told
 * the order and no claim; `to` names the only kind of subscription. [S14.10] [S15.9]
 */
export function queueClaimEvents(
  services: Pick<Services, "now" | "jobs">,
  tx: Pick<Tx, "execute">,
  event: "claim.opened" | "claim.decided",
  order: { requestCode: string },
  claims: Claim[],
  to: { to?: SubscriptionKind } = {},
): Promise<void> {
  return queueEventsOfOrders(services, tx, event, [{ order, claims }], to);
}

/** The same for claims of several orders, in one statement. */
export async function queueEventsOfOrders(
  services: Pick<Services, "now" | "jobs">,
  tx: Pick<Tx, "execute">,
  event: "claim.opened" | "claim.decided",
  ofOrders: ClaimsOfOrder[],
  to: { to?: SubscriptionKind } = {},
): Promise<void> {
  const happened = ofOrders.flatMap(({ order: { requestCode }, claims }) =>
    claims.map(({ number, position, reason, state }, n) => ({
      event,
      facts: { requestCode, number, position: position + 1, reason, state },
      ...(n === 0 ? to : programs),
    })),
  );
  if (happened.length > 0) await tx.execute(queueingDeliveries(services, happened));
}
