import type { Services } from "#platform/provides.ts";
import { operator } from "#shop/audit/operator.ts";
import { settleRestore } from "#shop/stock/restored/settle-restore.server.ts";

/** Settles a restored shop in which nothing went out since, and forgets that in the audit log. */
export async function settled(services: Services): Promise<void> {
  const done = await settleRestore(services, operator, { missingOrders: 0 });
  if (!done.ok) throw new Error(done.code);
  await services.db.$client.query("delete from audit_entries where subject_id = 'restore'");
}

/** Every row of a database without the note that it was restored. */
export function withoutRestores<T>({ restores: _, ...rows }: Record<string, T>): Record<string, T> {
  return rows;
}
