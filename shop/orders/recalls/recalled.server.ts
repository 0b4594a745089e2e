import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";

/** Whether a unit, by an expression of its number, came with an import whose recall is in force. [S15.11] */
export function isRecalled(unitId: SQL): SQL<boolean> {
  return sql<boolean>`exists (select from units recalled_unit join recalls r on r.batch_id = recalled_unit.batch_id and r.undone_at is null
    where recalled_unit.id = ${unitId})`;
}

/** How many of these units are recalled. The caller has locked the order or the stock that has them. */
export async function countRecalled(tx: Pick<Tx, "execute">, unitIds: readonly number[]): Promise<number> {
  if (unitIds.length === 0) return 0;
  const { rows } = await tx.execute<{ n: number }>(sql`select count(*)::integer as n
    from unnest(${sql.param([...unitIds])}::bigint[]) as given (unit_id) where ${isRecalled(sql`given.unit_id`)}`);
  return rows[0]?.n ?? 0;
}

/** How many of the IDs that a locked order reserves are recalled. */
export async function countRecalledIn(tx: Pick<Tx, "execute">, orderId: string): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(sql`select count(*)::integer as n from order_units h
    where h.order_id = ${orderId} and h.delivered_at is null and ${isRecalled(sql`h.unit_id`)}`);
  return rows[0]?.n ?? 0;
}
