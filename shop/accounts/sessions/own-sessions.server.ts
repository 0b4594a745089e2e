import { type SQL, sql } from "drizzle-orm";
import { OWN_SESSIONS_SHOWN } from "../constants.ts";
import { deviceOf } from "./device.ts";
import { sessions, users } from "./tables.server.ts";

/** A place where an account is logged in. */
export type OwnSession = { id: string; device: string; seenAt: Date; isThis: boolean };

type Row = { id: string; agent: string | null; seen: string; this: boolean };

/** The sessions of the `users` row that a query reads, as part of it: this one first, then the last seen; only those that count at this moment. [S4.10] */
export function ownSessionsIn(token: string | null, now: Date): SQL<OwnSession[]> {
  const isThis = token === null ? sql`false` : sql`s.token_hash = ${sql.param(token, sessions.token)}`;
  const at = sql.param(now, sessions.expiresAt);
  return sql`(
    select coalesce(json_agg(o), '[]') from (
      select s.id, s.user_agent as agent, coalesce(s.last_seen_at, s.created_at) as seen, ${isThis} as this
      from ${sessions} s
      where s.user_id = ${users.id} and s.expires_at > ${at}
      order by 4 desc, 3 desc limit ${OWN_SESSIONS_SHOWN}
    ) o)`.mapWith((rows: Row[]) =>
    rows.map(({ id, agent, seen, this: isThis }) => ({ id, device: deviceOf(agent), seenAt: new Date(seen), isThis })),
  );
}
