import { sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { DAY_MS } from "#shop/constants.ts";
import { indianDay } from "#shop/payments/statements/statement-days.ts";

/** Money that somebody says has come. `paymentId`: the payment that it is already, or null. */
type Claimed = { utr: string; paise: number; paidAt: Date; paymentId: string | null };

/**
 * Whether a line of a bank statement has paid already that may be this money: one with this number,
 * or with this amount on this day or the day before. A line's own payment does not count. [S10.13]
 */
export async function hasPaidLine(tx: Pick<Tx, "execute">, { utr, paise, paidAt, paymentId }: Claimed): Promise<boolean> {
  const days = sql.param([indianDay(paidAt), indianDay(new Date(paidAt.getTime() - DAY_MS))]);
  const isPaid = sql`payment_id is not null and payment_id is distinct from ${paymentId}`;
  const { rows } = await tx.execute<{ has: boolean }>(sql`
    select exists (select from statement_lines where numbers @> array[${utr}::text] and ${isPaid})
      or exists (select from statement_lines where paise = ${paise} and day = any(${days}::date[]) and ${isPaid}) as has`);
  return rows[0]?.has ?? false;
}
