import { type SQL, sql } from "drizzle-orm";
import { OWN_SESSIONS_SHOWN } from "../constants.ts";
import { sessions, users } from "../tables.server.ts";
import { type Device, deviceOf } from "./device.ts";

/** A device on which an account is logged in. */
export type OwnSession = { id: string; device: Device; seenAt: Date; isThis: boolean };

type Row = { id: string; agent: string | null; seen: string; this: boolean };

/**
 * A subquery for the live sessions of the `users` row that a query reads: the current session
 * first, then by last use. [S4.10]
 */
export function ownSessionsIn(token: string | null, now: Date): SQL<OwnSession[]> {
  const isThis = token === null ? sql`false` : sql`s.token_hash = ${sql.param(token, sessions.token)}`;
  const at = sql.param(now, sessions.expiresAt);
  // Drizzle omits the table name in a query on one table, so a plain `id` would mean the session's.
  const userId = sql`${users}.${sql.identifier(users.id.name)}`;
  return sql`(
    select coalesce(json_agg(o), '[]') from (
      select s.id, s.user_agent as agent, coalesce(s.last_seen_at, s.created_at) as seen, ${isThis} as this
      from ${sessions} s
      where s.user_id = ${userId} and s.expires_at > ${at}
      order by 4 desc, 3 desc limit ${OWN_SESSIONS_SHOWN}
    ) o)`.mapWith((rows: Row[]) =>
    rows.map(({ id, agent, seen, this: isThis }) => ({ id, device: deviceOf(agent), seenAt: new Date(seen), isThis })),
  );
}
