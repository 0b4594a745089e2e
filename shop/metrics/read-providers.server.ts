import { sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { type ProviderName, providerNames } from "#shop/payments/payment.ts";

/** When a provider that is on last sent an event, and since when it has not answered the shop. */
type ProviderSign = { name: ProviderName; lastEventAt: Date | null; silentSince: Date | null };

/** Reads the last sign of each provider that is on, in one query on the newest row of an index. */
export async function readProviderSigns({ db }: Pick<Services, "db">): Promise<ProviderSign[]> {
  const names = sql.join(
    providerNames.map((name) => sql`${name}`),
    sql`, `,
  );
  const { rows } = await db.execute<{ name: ProviderName; lastEventAt: number | null; silentSince: number | null }>(
    sql`select name, (extract(epoch from silent_since) * 1000)::float8 as "silentSince",
        (select (extract(epoch from received_at) * 1000)::float8 from payment_events where provider = name order by received_at desc limit 1) as "lastEventAt"
      from payment_methods where is_on and name in (${names}) order by name`,
  );
  const at = (ms: number | null) => (ms === null ? null : new Date(ms));
  return rows.map(({ name, lastEventAt, silentSince }) => ({ name, lastEventAt: at(lastEventAt), silentSince: at(silentSince) }));
}
