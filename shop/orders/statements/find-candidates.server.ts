import { sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Candidates, OpenClaim } from "#shop/payments/statements/match-line.ts";
import type { StatementLine } from "#shop/payments/statements/statement-line.ts";

/** The parts of a line by which orders are found. */
type Sought = Pick<StatementLine, "utr" | "paise">;

/** A line that nothing of the shop fits. */
export const noCandidates: Candidates = { byUtr: [], byAmount: null, isCounted: false };

type Row = Omit<OpenClaim, "placedAt"> & { placedMs: number; foundBy: "utr" | "amount" };

/**
 * Finds the orders that these lines may be for: those whose buyers sent a line's UTR, and those
 * whose own amount is a line's; and whether a line's UTR counts already. Returns the candidates of
 * each line, in their order. Two queries, whatever the number of lines. [S10.13]
 */
export async function findCandidates(db: Pick<Tx, "execute">, lines: readonly Sought[], now: Date): Promise<Candidates[]> {
  const utrs = [...new Set(lines.flatMap(({ utr }) => utr ?? []))];
  const amounts = [...new Set(lines.map(({ paise }) => paise))];
  const { rows } = await db.execute<Row>(sql`
    with found as (
      select 'utr' as "foundBy", o.* from orders o where o.utr = any(${sql.param(utrs)}::text[])
      union all
      select 'amount', o.* from upi_amounts a join orders o on o.id = a.order_id
        where a.paise = any(${sql.param(amounts)}::bigint[]) and (a.free_at is null or a.free_at > ${now})
    )
    select "foundBy", id as "orderId", request_code as "requestCode", coalesce(payable_paise, total_paise)::float8 as "payablePaise",
      payable_paise is not null as "hasOwnAmount", (extract(epoch from created_at) * 1000)::float8 as "placedMs", utr,
      exists (select from payments p where p.order_id = found.id and p.state in ('matched', 'refunded') and p.problem is null) as "isPaid"
    from found order by created_at, id`);
  const counted = await db.execute<{ reference: string }>(sql`
    select reference from payments where source = 'upi' and reference = any(${sql.param(utrs)}::text[])`);
  const isCounted = new Set(counted.rows.map(({ reference }) => reference));
  const claims = rows.map(({ placedMs, ...row }) => ({ ...row, placedAt: new Date(placedMs) }));
  const byUtr = Map.groupBy(
    claims.filter(({ foundBy }) => foundBy === "utr"),
    ({ utr }) => utr,
  );
  const byAmount = new Map(claims.filter(({ foundBy }) => foundBy === "amount").map((row) => [row.payablePaise, row]));
  return lines.map(({ utr, paise }) => ({
    byUtr: utr === null ? [] : (byUtr.get(utr) ?? []),
    byAmount: byAmount.get(paise) ?? null,
    isCounted: utr !== null && isCounted.has(utr),
  }));
}
