import DataLoader from "dataloader";
import { eq, sql } from "drizzle-orm";
import type { Database } from "#platform/database/open.server.ts";
import { preparedOnce } from "#platform/database/prepared.server.ts";
import type { Services } from "#platform/provides.ts";
import { sha256 } from "#platform/vault.server.ts";
import { shopSettings } from "#shop/settings/tables.server.ts";
import type { Auth } from "./auth.server.ts";
import { ACCESS_KEY_HEADER, browserKeysIn } from "./cookies.ts";
import { type MissingStep, missingStep } from "./second-factor.ts";
import { isOver, isWorthKeeping, type SessionFacts, sessionEnd } from "./session-end.ts";
import { secondFactors, sessions, users } from "./tables.server.ts";
import { type Admin, type Customer, isKeyShaped, type Keys, type Visitor } from "./visitor.ts";

/** So many sessions at most are looked up by one query. */
const SESSIONS_AT_ONCE = 1_000;

type Needs = Pick<Services, "db" | "now">;
type SessionAndUser = { session: typeof sessions.$inferSelect; user: typeof users.$inferSelect };
type Found = SessionAndUser & { missing: MissingStep | null };

/**
 * Who is asking: nothing is read without a session's cookie, and one row with it. An admin whose session has not shown the second factor is a guest to
 * all the shop. [S6.1] [S6.2] [S6.3]
 */
export async function whoIs(services: Needs, auth: Auth, headers: Headers): Promise<Visitor> {
  const keys = keysIn(auth, headers);
  const found = await findSession(services, auth, headers);
  if (!found) return { kind: "guest", keys };

  const { id: userId, email, name, role } = found.user;
  if (found.missing !== null) return { kind: "guest", keys, halfway: { userId, email, name, missing: found.missing } };
  return { kind: role, userId, email, name, keys };
}

/** The session that a request carries, with its user; null also while its second step is missing. [S4.10] */
export async function readSession(services: Needs, auth: Auth, headers: Headers): Promise<SessionAndUser | null> {
  const found = await findSession(services, auth, headers);
  return found?.missing === null ? { session: found.session, user: found.user } : null;
}

/**
 * Whether the session of a request still is this visitor's, for what stays open for long after it was asked for. That is no use of it: nothing is kept going.
 * [S4.10]
 */
export async function isStillIn(services: Needs, auth: Auth, headers: Headers, visitor: Customer | Admin): Promise<boolean> {
  const found = await lookUpSession(services, auth, headers);
  return found !== null && !found.isOver && found.missing === null && found.user.id === visitor.userId && found.user.role === visitor.kind;
}

/**
 * The session that a request carries, with its user, and what is missing until it counts. A session that is over is ended for good, all of an account's where it was disabled;
 * one that counts is kept going by being used. [S4.10]
 */
async function findSession(services: Needs, auth: Auth, headers: Headers): Promise<Found | null> {
  const { db } = services;
  const found = await lookUpSession(services, auth, headers);
  if (!found) return null;

  const { session, user, missing, facts, now } = found;
  if (found.isOver) {
    await db.delete(sessions).where(user.disabled ? eq(sessions.userId, user.id) : eq(sessions.id, session.id));
    return null;
  }
  if (!isWorthKeeping(facts, now)) return { session, user, missing };

  const kept = { lastSeenAt: now, updatedAt: now, expiresAt: sessionEnd(user.role, session.createdAt, now) };
  await db.update(sessions).set(kept).where(eq(sessions.id, session.id));
  return { session: { ...session, ...kept }, user, missing };
}

type Seen = Found & { facts: SessionFacts; isOver: boolean; now: Date };

async function lookUpSession({ db, now: clock }: Needs, auth: Auth, headers: Headers): Promise<Seen | null> {
  const token = auth.tokenIn(headers);
  if (token === null) return null;

  const found = await sessionByHash(db).load(sha256(token));
  if (!found) return null;

  const now = clock();
  const { session, user, ...second } = found;
  const missing = missingStep({ ...second, role: user.role, shownAt: session.secondFactorAt });
  const facts = { ...session, role: user.role, disabled: user.disabled, missing };
  return { session, user, missing, facts, isOver: isOver(facts, now), now };
}

/** The owner's word, read with the session: it holds for the next request, whichever process answers it. */
const isRequired = sql<boolean>`(select ${shopSettings.requiresSecondFactor} from ${shopSettings})`;

/**
 * The session whose token has that SHA-256, with its user, as it is after it was asked for: nothing is remembered. What requests ask for in one turn of the event loop is one
 * query, for that takes the database and the process a fraction of what a query for each would. The list comes by way of a subquery, so the plan is made once.
 */
const sessionByHash = preparedOnce((db: Database) => {
  const sessionsByHash = db
    .select({ session: sessions, user: users, hasSecondFactor: sql<boolean>`${secondFactors.confirmedAt} is not null`, isRequired })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(sql`${sessions.token} = any(array(select unnest(${sql.placeholder("hashes")}::bytea[])))`)
    .prepare("sessions-by-hash");

  async function findAll(hashes: readonly Buffer[]) {
    const found = new Map((await sessionsByHash.execute({ hashes })).map((row) => [row.session.token, row]));
    return hashes.map((hash) => found.get(hash.toString("hex")) ?? null);
  }
  return new DataLoader(findAll, { cache: false, batchScheduleFn: setImmediate, maxBatchSize: SESSIONS_AT_ONCE });
});

/** What a request shows to unlock a guest's order. [S6.6] */
function keysIn({ sessionCookie }: Auth, headers: Headers): Keys {
  const { browser, unsure } = browserKeysIn(headers, sessionCookie.isSecure);
  const hashOf = (key: string | null) => (key !== null && isKeyShaped(key) ? sha256(key).toString("hex") : null);
  const unsureBrowser = hashOf(unsure);
  return { browser: hashOf(browser), accessKey: headers.get(ACCESS_KEY_HEADER), ...(unsureBrowser && { unsureBrowser }) };
}
