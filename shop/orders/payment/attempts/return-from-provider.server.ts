import { and, desc, eq, inArray } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { countAttempts, type RateLimitNeeds } from "#platform/rate-limit/rate-limit.server.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { orders } from "#shop/orders/tables.server.ts";
import { findProviderOf } from "#shop/payments/methods/find-provider-of.server.ts";
import { paymentAttempts } from "#shop/payments/tables.server.ts";
import { returnLimit } from "#shop/settings/rate-limits.ts";
import { followAttempt } from "./follow-payment.server.ts";

type Needs = QueueNeeds & RateLimitNeeds & Pick<Services, "db" | "settings" | "httpClient">;

/**
 * Looks at an order's payment when its buyer comes back from the provider. The query is a claim: it
 * only says which attempt of this order to ask the provider about, and a forged one, or one of
 * another order, does nothing, and neither does one that comes back too often. [S10.3] [S10.4]
 */
export async function returnFromProvider(services: Needs, requestCode: string, query: URLSearchParams): Promise<void> {
  const attempts = await services.db
    .select({ attempt: paymentAttempts })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(and(eq(orders.requestCode, requestCode), inArray(paymentAttempts.state, ["open", "expired", "cancelled"])))
    .orderBy(desc(paymentAttempts.number));
  const asked = new Set<string>();
  for (const { attempt } of attempts) {
    if (asked.has(attempt.provider)) continue;
    asked.add(attempt.provider);
    const claim = (await findProviderOf(services, attempt))?.parseReturn(query);
    const meant = claim?.outcome === "returned" && attempts.find((one) => one.attempt.providerId === claim.pageId)?.attempt;
    if (!meant) continue;
    const waitMs = await countAttempts(services, [returnLimit(requestCode)]);
    return waitMs === null ? followAttempt(services, meant.id) : undefined;
  }
}
