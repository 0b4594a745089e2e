import { eq } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { sha256 } from "#platform/vault.server.ts";
import type { Auth } from "./auth.server.ts";
import { ACCESS_KEY_HEADER, BROWSER_COOKIE, readCookie } from "./cookies.ts";
import { isOver, isWorthKeeping, sessionEnd } from "./session-end.ts";
import { sessions, users } from "./tables.server.ts";
import { isKeyShaped, type Keys, type Visitor } from "./visitor.ts";

type Needs = Pick<Services, "db" | "now">;
type SessionAndUser = { session: typeof sessions.$inferSelect; user: typeof users.$inferSelect };

/** Who is asking: nothing is read without a session's cookie, and one row with it. [S6.1] [S6.2] [S6.3] */
export async function whoIs(services: Needs, auth: Auth, headers: Headers): Promise<Visitor> {
  const keys = keysIn(headers);
  const signedIn = await readSession(services, auth, headers);
  if (!signedIn) return { kind: "guest", keys };

  const { id: userId, email, name, role } = signedIn.user;
  return { kind: role, userId, email, name, keys };
}

/**
 * The session that a request carries, with its user. A session that is over is ended for good, all of an account's where it was disabled;
 * one that counts is kept going by being used. [S4.10]
 */
export async function readSession(services: Needs, auth: Auth, headers: Headers): Promise<SessionAndUser | null> {
  const token = auth.tokenIn(headers);
  if (token === null) return null;

  const { db } = services;
  const [found] = await db
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.token, token));
  if (!found) return null;

  const now = services.now();
  const { session, user } = found;
  const facts = { ...session, role: user.role, disabled: user.disabled };
  if (isOver(facts, now)) {
    await db.delete(sessions).where(user.disabled ? eq(sessions.userId, user.id) : eq(sessions.id, session.id));
    return null;
  }
  if (!isWorthKeeping(facts, now)) return found;

  const kept = { lastSeenAt: now, updatedAt: now, expiresAt: sessionEnd(user.role, session.createdAt, now) };
  await db.update(sessions).set(kept).where(eq(sessions.id, session.id));
  return { session: { ...session, ...kept }, user };
}

/** What a request shows to unlock a guest's order. [S6.6] */
function keysIn(headers: Headers): Keys {
  const browser = readCookie(headers, BROWSER_COOKIE);
  const isKey = browser !== null && isKeyShaped(browser);
  return { browser: isKey ? sha256(browser).toString("hex") : null, accessKey: headers.get(ACCESS_KEY_HEADER) };
}
