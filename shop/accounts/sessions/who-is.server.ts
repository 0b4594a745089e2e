import DataLoader from "dataloader";
import { eq, getTableColumns, sql } from "drizzle-orm";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import { shopSettings } from "#shop/settings/tables.server.ts";
import { rightsOf, worksInShop } from "../role.ts";
import { type MissingFactor, missingFactor } from "../second-factor/second-factor.ts";
import type { Auth } from "../sign-in/auth.server.ts";
import { secondFactors, sessions, users } from "../tables.server.ts";
import { type Admin, type Customer, isKeyShaped, type Keys, type Visitor } from "../visitor.ts";
import { ACCESS_KEY_HEADER, browserKeyIn } from "./cookies.ts";
import { isOver, isWorthRecording, type SessionFacts, sessionEnd } from "./session-end.ts";

/** The maximum number of sessions that one query looks up. */
const SESSIONS_AT_ONCE = 1_000;

type Needs = Pick<Services, "db" | "sessionsByHash" | "now">;
type SessionAndUser = { session: typeof sessions.$inferSelect; user: Omit<typeof users.$inferSelect, "wasAdmin"> };
type Found = SessionAndUser & { missing: MissingFactor | null };

/**
 * Determines the visitor. Reads nothing without a session cookie, and one row with it. An admin
 * whose session has not passed the second factor counts as a guest everywhere. [S6.1] [S6.2] [S6.3]
 */
export async function whoIs(services: Needs, auth: Auth, headers: Headers): Promise<Visitor> {
  const keys = keysIn(auth, headers);
  const found = await findSession(services, auth, headers);
  if (!found) return { kind: "guest", keys };

  const { id: userId, email, name, language, role } = found.user;
  if (found.missing !== null) return { kind: "guest", keys, mfaPending: { userId, email, name, missing: found.missing } };
  const account = { userId, email, name, language, keys };
  if (!worksInShop(role)) return { kind: role, ...account };
  return { kind: "admin", ...account, rights: rightsOf(found.user), mustShowIds: role === "helper" };
}

/**
 * Returns the session of a request with its user; null also while the second factor is missing.
 * [S4.10]
 */
export async function readSession(services: Needs, auth: Auth, headers: Headers): Promise<SessionAndUser | null> {
  const found = await findSession(services, auth, headers);
  return found?.missing === null ? { session: found.session, user: found.user } : null;
}

/**
 * Whether a request's session still belongs to this visitor with the same rights, for long-lived
 * connections. Does not extend the session. [S4.10] [S13.2]
 */
export async function isStillIn(services: Needs, auth: Auth, headers: Headers, visitor: Customer | Admin): Promise<boolean> {
  const found = await lookUpSession(services, auth, headers);
  if (found === null || found.isOver || found.missing !== null || found.user.id !== visitor.userId) return false;
  return String(rightsOf(found.user)) === String(visitor.kind === "admin" ? visitor.rights : []);
}

/**
 * Returns a request's session with its user, and what is missing until it counts. Deletes a session
 * that is over, or all sessions of a disabled account; extends one that is valid. [S4.10]
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
  if (!isWorthRecording(facts, now)) return { session, user, missing };

  const recorded = { lastSeenAt: now, updatedAt: now, expiresAt: sessionEnd(user.role, session.createdAt, now) };
  await db.update(sessions).set(recorded).where(eq(sessions.id, session.id));
  return { session: { ...session, ...recorded }, user, missing };
}

type Seen = Found & { facts: SessionFacts; isOver: boolean; now: Date };

async function lookUpSession({ sessionsByHash, now: clock }: Needs, auth: Auth, headers: Headers): Promise<Seen | null> {
  const token = auth.tokenIn(headers);
  if (token === null) return null;

  const found = await sessionsByHash.load(sha256(token));
  if (!found) return null;

  const now = clock();
  const { session, user, ...second } = found;
  const missing = missingFactor({ ...second, role: user.role, shownAt: session.secondFactorAt });
  const facts = { ...session, role: user.role, disabled: user.disabled, missing };
  return { session, user, missing, facts, isOver: isOver(facts, now), now };
}

/** `wasAdmin` is internal and never leaves the database. */
const { wasAdmin: _wasAdmin, ...userColumns } = getTableColumns(users);

/**
 * The owner's setting is read with each session, so a change applies to the next request in every
 * process.
 */
const isRequired = sql<boolean>`(select ${shopSettings.requiresSecondFactor} from ${shopSettings})`;

/**
 * Looks sessions up by the SHA-256 of their token, with their users, and caches nothing. The
 * look-ups of one turn of the event loop are batched into one query, which costs a fraction of
 * single queries. The `unnest` subquery keeps the plan the same for any number of hashes.
 */
export function openSessions({ db }: Pick<Services, "db">) {
  const sessionsByHash = db
    .select({ session: sessions, user: userColumns, hasSecondFactor: sql<boolean>`${secondFactors.confirmedAt} is not null`, isRequired })
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
}

export type SessionLoader = ReturnType<typeof openSessions>;

/** Collects what a request shows to unlock a guest's order. [S6.6] */
function keysIn({ sessionCookie }: Auth, headers: Headers): Keys {
  const key = browserKeyIn(headers, sessionCookie.isSecure);
  const browser = key !== null && isKeyShaped(key) ? sha256(key).toString("hex") : null;
  return { browser, accessKey: headers.get(ACCESS_KEY_HEADER) };
}
