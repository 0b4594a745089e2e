import { and, eq, ne, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { DAY_MS } from "#shop/constants.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { type OwnSession, ownSessionsIn } from "../sessions/own-sessions.server.ts";
import { users } from "../tables.server.ts";
import type { Visitor } from "../visitor.ts";
import { type Person, personColumns } from "./list-people.server.ts";
import { type AnswerTimes, countedActions, type PersonNumbers } from "./person-numbers.ts";

/** A person with the devices that are logged in, and what the person did in 7 and in 30 days. */
type PersonDetail = Person & { devices: Omit<OwnSession, "isThis">[]; numbers: PersonNumbers[]; answerTimes: AnswerTimes };

/**
 * Finds a person who works in the shop, in three queries. Refuses `personNotFound`. For owners.
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
  const [
    [person],
    { rows },
    {
      rows: [times],
    },
  ] = await Promise.all([
    db
      .select({ ...personColumns, devices: ownSessionsIn(null, at) })
      .from(users)
      .where(and(eq(users.id, id), ne(users.role, "customer"))),
    db.execute<{ action: string; week: string | null; month: string }>(sql`
      select action, sum(${amount}) filter (where at >= ${since(7)}) as week, sum(${amount}) as month
      from audit_entries where admin_id = ${id} and at >= ${since(30)} and action = any(${sql.param(countedActions)}::text[])
      group by action`),
    db.execute<{ week: number | null; month: number | null }>(sql`
      select ${medianMs} filter (where m.at >= ${since(7)}) as week, ${medianMs} as month
      from order_messages m cross join lateral (
        select min(b.at) as at from order_messages b
        where b.order_id = m.order_id and b.side = 'buyer' and b.number < m.number and b.number > coalesce(
          (select max(s.number) from order_messages s where s.order_id = m.order_id and s.side = 'shop' and s.number < m.number), 0)
      ) asked
      where m.person_id = ${id} and m.at >= ${since(30)} and asked.at is not null`),
  ]);
  if (!person) return refused("personNotFound");
  const numbers = countedActions.map((action) => {
    const row = rows.find((counted) => counted.action === action);
    return { action, week: Number(row?.week ?? 0), month: Number(row?.month ?? 0) };
  });
  return ok({ ...person, numbers, answerTimes: { weekMs: times?.week ?? null, monthMs: times?.month ?? null } });
}

const medianMs = sql`percentile_cont(0.5) within group (order by extract(epoch from m.at - asked.at)::float8 * 1000)`;
