import { eq, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { DAY_MS } from "#shop/constants.ts";
import { findProvider } from "#shop/payments/methods/method-secrets.server.ts";
import { recordSilence } from "#shop/payments/methods/record-silence.server.ts";
import { type ProviderName, providerNames } from "#shop/payments/payment.ts";
import type { RefundInList } from "#shop/payments/providers/provider.ts";
import { payments } from "#shop/payments/tables.server.ts";
import { followRefunds } from "./refund-jobs.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now" | "jobs" | "httpClient">;

/**
 * How far back the refunds of an account are looked through: longer than a shop is usually away.
 */
const LOOKED_BACK_MS = 30 * DAY_MS;

/**
 * Looks through the refunds that the providers list, and queues the payments of those that the shop
 * does not know, or of which it knows another state: an owner made them on the provider's own
 * pages, and no event came, or they are younger than the restored backup. Returns how many
 * payments. [S10.4] [S10.10] [S10.11]
 */
export async function findRefunds(services: Needs): Promise<number> {
  let found = 0;
  for (const name of providerNames) {
    const [any] = await services.db.select({ id: payments.id }).from(payments).where(eq(payments.source, name)).limit(1);
    const provider = any && (await findProvider(services, name));
    if (!provider) continue;
    const listed = await provider.listRefunds(new Date(services.now().getTime() - LOOKED_BACK_MS));
    await recordSilence(services, name, listed);
    if (listed.outcome !== "refunds") continue;
    const unknown = await paymentsOfUnknown(services, name, listed.refunds);
    for (const id of unknown) await followRefunds(services, services.db, id);
    found += unknown.length;
  }
  return found;
}

/**
 * The payments of those refunds that the shop does not know as they are;
 * others belong to other shops.
 */
async function paymentsOfUnknown({ db }: Pick<Services, "db">, name: ProviderName, listed: RefundInList[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct p.id
    from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) as made ("refundId" text, progress text, "paymentReference" text)
      join payments p on p.source = ${name} and p.reference = made."paymentReference"
      left join refunds r on r.payment_id = p.id and r.provider_id = made."refundId"
    where case when r.id is null then made.progress <> 'failed' else r.how = 'provider' and r.state <> made.progress end`);
  return rows.map(({ id }) => id);
}
