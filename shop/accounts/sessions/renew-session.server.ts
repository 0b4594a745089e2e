import { eq } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { newId } from "../new-id.server.ts";
import type { Auth } from "../sign-in/auth.server.ts";
import { sessions } from "../tables.server.ts";
import { sessionEnd } from "./session-end.ts";

/**
 * Continues a session that has just passed its second factor under a new token, which voids the old
 * one. Returns the new token and the headers that set its cookie, or null if the session has ended.
 * [S4.10]
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
