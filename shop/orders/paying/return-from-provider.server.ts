import { and, eq, inArray } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { findProvider } from "#shop/payments/methods/method-secrets.server.ts";
import { isProviderName } from "#shop/payments/payment.ts";
import { paymentAttempts } from "#shop/payments/tables.server.ts";
import { orders } from "../tables.server.ts";
import { followAttempt } from "./follow-payment.server.ts";

type Needs = QueueNeeds & Pick<Services, "db" | "settings" | "httpClient">;

/**
 * Looks at an order's payment when its buyer comes back from the provider. The query is a claim: it
 * only says which attempt of this order to ask the provider about, and a forged one, or one of
 * another order, does nothing. [S10.3] [S10.4]
 */
export async function returnFromProvider(services: Needs, requestCode: string, query: URLSearchParams): Promise<void> {
  const [order] = await services.db
    .select({ id: orders.id, method: orders.paymentMethod })
    .from(orders)
    .where(eq(orders.requestCode, requestCode));
  if (!order || !isProviderName(order.method)) return;
  const provider = await findProvider(services, order.method);
  const claim = provider?.parseReturn(query);
  if (claim?.outcome !== "returned") return;
  const [attempt] = await services.db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.orderId, order.id),
        eq(paymentAttempts.providerId, claim.pageId),
        inArray(paymentAttempts.state, ["open", "expired", "cancelled"]),
      ),
    );
  if (attempt) await followAttempt(services, attempt.id);
}
