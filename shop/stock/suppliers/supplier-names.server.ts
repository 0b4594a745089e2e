import { asc, isNull, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { requireRight } from "#shop/rights.ts";
import { SUPPLIERS_OFFERED } from "../constants.ts";
import { suppliers } from "../tables.server.ts";

type Needs = Pick<Services, "db">;

/** The names that a form for an import offers. [S15.10] */
export async function supplierNames({ db }: Needs, actor: Actor): Promise<string[]> {
  requireRight(actor, "manage-stock");
  const rows = await db
    .select({ name: suppliers.name })
    .from(suppliers)
    .where(isNull(suppliers.hiddenAt))
    .orderBy(asc(sql`lower(${suppliers.name})`))
    .limit(SUPPLIERS_OFFERED);
  return rows.map(({ name }) => name);
}
