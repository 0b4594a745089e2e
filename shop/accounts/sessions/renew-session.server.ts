import { eq } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Auth } from "./auth.server.ts";
import { newId } from "./new-id.server.ts";
import { sessionEnd } from "./session-end.ts";
import { sessions } from "./tables.server.ts";

/**
 * Step: goes on with a session that has just shown its second factor, under a new token: the old one is worth nothing any more. Gives the new token with
 * the headers that set its cookie, or null where the session has ended meanwhile. [S4.10]
 */
export async function renewSession(
  tx: Tx,
  auth: Pick<Auth, "cookieFor">,
  { token, at }: { token: string; at: Date },
): Promise<{ token: string; cookies: Headers } | null> {
  const renewed = newId();
  const times = { secondFactorAt: at, createdAt: at, updatedAt: at, lastSeenAt: at, expiresAt: sessionEnd("admin", at, at) };
  const found = await tx
    .update(sessions)
    .set({ token: renewed, ...times })
    .where(eq(sessions.token, token))
    .returning({ id: sessions.id });
  return found.length === 0 ? null : { token: renewed, cookies: auth.cookieFor(renewed) };
}
