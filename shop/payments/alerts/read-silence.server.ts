import type { Reading } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { requireRight } from "#shop/rights.ts";
import { UTRS_WITHOUT_ALERT_MS } from "./constants.ts";

/**
 * Whether bank alerts stay away: two buyers sent a UTR within 6 hours, and no alert about money was
 * stored that the bank sent in that time; what else a phone passes on does not count. False without
 * a phone, and while the newest one is newer than that. For persons with `handle-money`. [S16.9]
 */
export async function areAlertsSilent({ db, now }: Pick<Services, "now"> & { db: Reading }, actor: Actor): Promise<boolean> {
  requireRight(actor, "handle-money");
  const { rows } = await db.$client.query<{ silent: boolean }>({
    name: "alerts-silent",
    text: silentRow,
    values: [new Date(now().getTime() - UTRS_WITHOUT_ALERT_MS)],
  });
  return rows[0]?.silent ?? false;
}

/** The orders are read only where no credit came. Nobody sends a UTR days after ordering. */
const silentRow = `select coalesce((select max(made_at) < $1::timestamptz from alert_forwarders), false)
  and not exists (select from statement_lines where sent_at > $1::timestamptz
    and statement_id = (select id from statements where kind = 'alerts' order by uploaded_at desc limit 1))
  and (select count(distinct coalesce(user_id, encode(unlocked_by[1], 'hex'))) >= 2 from orders
    where created_at > $1::timestamptz - interval '3 days' and utr_sent_at > $1::timestamptz) as silent`;
