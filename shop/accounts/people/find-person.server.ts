import { and, eq, ne, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { DAY_MS } from "#shop/constants.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { type OwnSession, ownSessionsIn } from "../sessions/own-sessions.server.ts";
import { users } from "../tables.server.ts";
import type { Visitor } from "../visitor.ts";
import { type Person, personColumns } from "./list-people.server.ts";
import { countedActions, type PersonNumbers } from "./person-numbers.ts";

/** A person with the devices that are logged in, and what the person did in 7 and in 30 days. */
type PersonDetail = Person & { devices: Omit<OwnSession, "isThis">[]; numbers: PersonNumbers[] };

/**
 * Finds a person who works in the shop, in two queries. Refuses `personNotFound`. For owners.
 * [S13.10]
 */
export async function findPerson(
  { db, now }: Pick<Services, "db" | "now">,
  visitor: Visitor,
  id: string,
): Promise<Result<PersonDetail, "rightMissing" | "personNotFound">> {
  if (!may(visitor, "own-shop")) return rightMissing("own-shop");
  const at = now();
  const since = (days: number) => sql`${new Date(at.getTime() - days * DAY_MS)}::timestamptz`;
  const amount = sql`case when action in ('ids-added', 'ids-shown') then coalesce((facts ->> 'count')::bigint, 0) else 1 end`;
  const [[person], { rows }] = await Promise.all([
    db
      .select({ ...personColumns, devices: ownSessionsIn(null, at) })
      .from(users)
      .where(and(eq(users.id, id), ne(users.role, "customer"))),
    db.execute<{ action: string; week: string | null; month: string }>(sql`
      select action, sum(${amount}) filter (where at >= ${since(7)}) as week, sum(${amount}) as month
      from audit_entries where admin_id = ${id} and at >= ${since(30)} and action = any(${sql.param(countedActions)}::text[])
      group by action`),
  ]);
  if (!person) return refused("personNotFound");
  const numbers = countedActions.map((action) => {
    const row = rows.find((counted) => counted.action === action);
    return { action, week: Number(row?.week ?? 0), month: Number(row?.month ?? 0) };
  });
  return ok({ ...person, numbers });
}
