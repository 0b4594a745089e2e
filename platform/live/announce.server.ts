import { sql } from "drizzle-orm";
import type { Tx } from "../database/open.server.ts";
import { CHANGED } from "./live.ts";

/**
 * Tells every process which topics changed, when the transaction commits and never if it does not.
 * One statement. [S4.7]
 */
export async function announce(tx: Pick<Tx, "execute">, ...topics: string[]): Promise<void> {
  await tx.execute(sql`select pg_notify(${CHANGED}, topic) from unnest(${sql.param(topics)}::text[]) as topic`);
}
