import { sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Candidates, OpenClaim } from "#shop/payments/statements/match-line.ts";
import type { StatementLine } from "#shop/payments/statements/statement-line.ts";

/** The parts of a line by which orders are found. */
type Sought = Pick<StatementLine, "utr" | "trust" | "numbers" | "paise">;

/** A line that nothing of the shop fits. */
export const noCandidates: Candidates = { byUtr: [], byAmount: null, isCounted: false, isTakenBack: false };

type Row = Omit<OpenClaim, "placedAt"> & { placedMs: number; foundBy: "utr" | "amount" };

/** A UPI payment with a number of a line; `isOfLine`: it came by a line of a statement. */
type Counted = { reference: string; isOfLine: boolean };

/**
 * Finds the orders that these lines may be for: those whose buyers sent one of a line's numbers,
 * and those whose own amount is a line's; and whether its money may count already, or
 * left the account again. Returns the candidates of each line, in their order. Four queries,
 * whatever the number of lines. [S10.13]
 */
export async function findCandidates(db: Pick<Tx, "execute">, lines: readonly Sought[], now: Date): Promise<Candidates[]> {
  const numbers = sql.param([...new Set(lines.flatMap((line) => line.numbers))]);
  const amounts = [...new Set(lines.map(({ paise }) => paise))];
  const { rows } = await db.execute<Row>(sql`
    with found as (
      select 'utr' as "foundBy", o.* from orders o where o.utr = any(${numbers}::text[])
      union all
      select 'amount', o.* from upi_amounts a join orders o on o.id = a.order_id
        where a.paise = any(${sql.param(amounts)}::bigint[]) and (a.free_at is null or a.free_at > ${now})
    )
    select "foundBy", id as "orderId", request_code as "requestCode", coalesce(payable_paise, total_paise)::float8 as "payablePaise",
      payable_paise is not null as "hasOwnAmount", (extract(epoch from created_at) * 1000)::float8 as "placedMs", utr,
      exists (select from payments p where p.order_id = found.id and p.state in ('matched', 'refunded') and p.problem is null) as "isPaid"
    from found order by created_at, id`);
  const payments = await db.execute<Counted>(sql`
    select p.reference, exists (select from statement_lines l where l.payment_id = p.id) as "isOfLine"
    from payments p where p.source = 'upi' and p.reference = any(${numbers}::text[])`);
  const counted = new Map(payments.rows.map(({ reference, isOfLine }) => [reference, isOfLine]));
  const usedLines = await findUsedLines(db, lines);
  const takenBack = await findTakenBack(db, lines);
  const claims = rows.map(({ placedMs, ...row }) => ({ ...row, placedAt: new Date(placedMs) }));
  const byUtr = Map.groupBy(
    claims.filter(({ foundBy }) => foundBy === "utr"),
    ({ utr }) => utr,
  );
  const byAmount = new Map(claims.filter(({ foundBy }) => foundBy === "amount").map((row) => [row.payablePaise, row]));
  return lines.map((line) => {
    const named = line.numbers.flatMap((number) => byUtr.get(number) ?? []);
    // What a payer wrote is no duplicate of another line, but a record by hand may be this one.
    const isRecorded = line.numbers.some((number) => {
      const isOfLine = counted.get(number);
      return isOfLine === false || (isOfLine && (isSureUtr(line, number) || named.some(({ utr }) => utr === number)));
    });
    return {
      byUtr: named,
      byAmount: byAmount.get(line.paise) ?? null,
      isCounted: isRecorded || (isPlaced(line) && usedLines.has(`${line.utr} ${line.paise}`)),
      isTakenBack: isPlaced(line) && line.utr !== null && takenBack.has(line.utr),
    };
  });
}

/** The UTRs of these lines with which money left the account, as statements said so far. */
async function findTakenBack(db: Pick<Tx, "execute">, lines: readonly Sought[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ reference: string }>(
    sql`select reference from statement_reversals where reference = any(${sql.param(placedUtrs(lines))}::text[])`,
  );
  return new Set(rows.map(({ reference }) => reference));
}

function placedUtrs(lines: readonly Sought[]): string[] {
  return lines.flatMap((line) => (isPlaced(line) && line.utr ? [line.utr] : []));
}

/** The UTRs and amounts of lines that have paid, which another file may write differently. */
async function findUsedLines(db: Pick<Tx, "execute">, lines: readonly Sought[]): Promise<Set<string>> {
  const utrs = placedUtrs(lines);
  const used = await db.execute<{ utr: string; paise: number }>(sql`
    select reference as utr, paise::float8 as paise from statement_lines
    where reference = any(${sql.param(utrs)}::text[]) and trust in ('sure', 'placed') and payment_id is not null`);
  return new Set(used.rows.map(({ utr, paise }) => `${utr} ${paise}`));
}

function isSureUtr({ trust, utr }: Sought, number: string): boolean {
  return trust === "sure" && utr === number;
}

/** Whether a line's UTR is where its bank writes it. */
function isPlaced({ trust }: Sought): boolean {
  return trust === "sure" || trust === "placed";
}
