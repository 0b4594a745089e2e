import { AsyncLocalStorage } from "node:async_hooks";
import { createHmac } from "node:crypto";
import { APIError } from "better-auth/api";
import { hashPassword } from "better-auth/crypto";
import { betterAuth } from "better-auth/minimal";
import { and, eq } from "drizzle-orm";
import { isSame } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Result } from "#shop/refusal.ts";
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, SESSION_COOKIE_MS, USER_AGENT_MAX_LENGTH } from "../constants.ts";
import { newId } from "../new-id.server.ts";
import { type HashTurns, openHashTurns } from "../passwords/hash-turns.server.ts";
import { readOldHash } from "../passwords/old-hash.ts";
import { fitsHash, replaceOldHash } from "../passwords/old-passwords.server.ts";
import { openWrongPasswords, type WrongPasswords } from "../passwords/wrong-passwords.server.ts";
import { type Role, roles } from "../role.ts";
import { readCookie, sessionCookie, sessionCookieName } from "../sessions/cookies.ts";
import { sessionEnd } from "../sessions/session-end.ts";
import { credentials, users } from "../tables.server.ts";
import { accountsAdapter } from "./accounts-adapter.server.ts";
import { type DeviceMarks, openDeviceMarks } from "./device-mark.server.ts";
import { type AccountAttempt, type AttemptFacts, logAttempt } from "./log-attempt.server.ts";
import { hashOfAddress, stillFits } from "./recheck-sign-in.server.ts";
import { openSignUps, type SignUps } from "./sign-ups.server.ts";

type Needs = Pick<Services, "db" | "settings" | "waits" | "sessionsByHash" | "vault" | "log" | "now">;
type Account = { userId: string; role: Role; disabled: boolean };

/** Accounts and passwords: Better Auth with the shop's rules around it. [S7.4] */
export type Auth = {
  sessionCookie: { name: string; isSecure: boolean };
  /**
   * Returns the token in the session cookie, or null if it is missing or not signed by this shop.
   */
  tokenIn(headers: Headers): string | null;
  signUp(form: { email: string; password: string; name: string }, headers: Headers): Promise<Response>;
  signIn(form: { email: string; password: string }, headers: Headers): Promise<Response>;
  signOut(headers: Headers): Promise<Response>;
  /**
   * The header that sets the session cookie to a token made by the shop, in Better Auth's format.
   */
  cookieFor(token: string): Headers;
  /**
   * Returns the account for a matching address and password, or null. Takes equally long for an
   * unknown address and a wrong password.
   */
  accountOf(form: { email: string; password: string }): Promise<Account | null>;
  /** Hashes a password, when it is its turn. */
  hash(password: string): Promise<string>;
  /** Returns an account's stored hash if the password matches it, or null. */
  hashFitting(userId: string, password: string): Promise<string | null>;
  wrongPasswords: WrongPasswords;
  hashTurns: Pick<HashTurns, "inLane">;
  deviceMarks: DeviceMarks;
  signUps: SignUps;
  /** Logs the outcome of an attempt to authenticate, and returns the result. */
  logAttempt<R extends Result<unknown>>(what: AccountAttempt, result: R, headers: Headers, facts: AttemptFacts): R;
};

/**
 * Opens Better Auth on the shop's tables. Its own router, with its other endpoints, origin check
 * and rate limiter, is not used: pages and the JSON API only call the functions of `Auth`. [S7.4]
 */
export function openAuth(services: Needs, config: { appUrl: string; secret: string }): Auth {
  const { db, log, now } = services;
  const isSecure = config.appUrl.startsWith("https:");
  const cookieName = sessionCookieName(isSecure);

  const signatureOf = (token: string) => createHmac("sha256", config.secret).update(token, "utf8").digest();

  const hashTurns = openHashTurns();
  /** The hash of a sign-up, made before its transaction, which so holds no connection meanwhile. */
  const madeBefore = new AsyncLocalStorage<string>();
  const hash = (password: string) => hashTurns.take(() => hashPassword(password));
  const fits = (pair: Parameters<typeof fitsHash>[1]) => hashTurns.take(() => fitsHash(services, pair), isRight);

  const better = betterAuth({
    baseURL: config.appUrl,
    basePath: "/api/auth",
    secret: config.secret,
    database: accountsAdapter(db),
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: PASSWORD_MIN_LENGTH,
      maxPasswordLength: PASSWORD_MAX_LENGTH,
      password: { hash: async (password) => madeBefore.getStore() ?? hash(password), verify: fits },
    },
    user: {
      additionalFields: {
        phoneNumber: { type: "string", required: false, input: false },
        role: { type: "string", required: true, defaultValue: "customer", input: false },
        disabled: { type: "boolean", required: true, defaultValue: false, input: false },
        lastLoginAt: { type: "date", required: false, input: false },
        wasAdmin: { type: "boolean", required: false, input: false, returned: false },
      },
    },
    session: {
      expiresIn: SESSION_COOKIE_MS / 1_000,
      disableSessionRefresh: true,
      additionalFields: { lastSeenAt: { type: "date", required: false, input: false } },
    },
    advanced: {
      // Its own option gives the cookie the weaker prefix.
      useSecureCookies: false,
      cookies: { session_token: { name: cookieName } },
      defaultCookieAttributes: { secure: isSecure },
      ipAddress: { disableIpTracking: true },
      database: { generateId: newId },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: "error", log: (_level, _message, ...facts) => log.error("accounts failed", facts[0]) },
    databaseHooks: {
      user: { create: { before: async (user) => ({ data: { ...user, createdAt: now(), updatedAt: now() } }) } },
      session: {
        create: {
          before: async (session, context) => {
            const user = await context?.context.internalAdapter.findUserById(session.userId);
            if (user && "disabled" in user && user.disabled === true) {
              throw new APIError("FORBIDDEN", { code: "ACCOUNT_DISABLED", message: "Account disabled" });
            }
            const role = roles.find((one) => user && "role" in user && user.role === one) ?? "customer";
            const at = now();
            return {
              data: {
                ...session,
                userAgent: session.userAgent?.slice(0, USER_AGENT_MAX_LENGTH),
                createdAt: at,
                updatedAt: at,
                lastSeenAt: at,
                expiresAt: sessionEnd(role, at, at),
              },
            };
          },
          after: async (session) => {
            await db.update(users).set({ lastLoginAt: session.createdAt }).where(eq(users.id, session.userId));
          },
        },
      },
    },
  });

  /**
   * Signs in, and replaces an old hash with one of the shop's own. If two logins race, the later
   * one finds the hash replaced and starts over. [S7.4]
   */
  async function signIn(form: { email: string; password: string }, headers: Headers): Promise<Response> {
    const stored = await hashOfAddress(db, form.email);
    const response = await better.api.signInEmail({ body: form, headers, asResponse: true });
    if (!response.ok) return response;

    const { token, user } = await response.clone().json();
    const isOld = stored !== null && readOldHash(stored) !== null;
    if (!(await stillFits(services, { userId: user.id, token, hash: stored }))) return isOld ? signIn(form, headers) : wrongPair();
    if (isOld) await replaceOldHash(services, { userId: user.id, old: stored, hash: await hash(form.password) });
    return response;
  }

  return {
    sessionCookie: { name: cookieName, isSecure },
    wrongPasswords: openWrongPasswords(services),
    hashTurns,
    deviceMarks: openDeviceMarks(signatureOf, isSecure),
    signUps: openSignUps(services, hashTurns),
    logAttempt: (what, result, headers, facts) => logAttempt(services, what, result, headers, facts),
    hash,

    tokenIn(headers) {
      const cookie = readCookie(headers, cookieName);
      const dot = cookie?.lastIndexOf(".") ?? -1;
      if (!cookie || dot < 1) return null;

      const token = cookie.slice(0, dot);
      return isSame(signatureOf(token), Buffer.from(cookie.slice(dot + 1), "base64")) ? token : null;
    },

    async signUp(form, headers) {
      const made = await hash(form.password);
      return madeBefore.run(made, () => better.api.signUpEmail({ body: form, headers, asResponse: true }));
    },
    signIn,
    cookieFor(token) {
      const value = encodeURIComponent(`${token}.${signatureOf(token).toString("base64")}`);
      return new Headers({ "set-cookie": sessionCookie(value, isSecure) });
    },
    signOut: (headers) => better.api.signOut({ headers, asResponse: true }),

    async hashFitting(userId, password) {
      const [credential] = await db
        .select({ hash: credentials.password })
        .from(credentials)
        .where(and(eq(credentials.userId, userId), eq(credentials.providerId, "credential")));
      const stored = credential?.hash ?? null;
      return stored !== null && (await fits({ hash: stored, password })) ? stored : null;
    },

    async accountOf({ email, password }) {
      const [account] = await db
        .select({ userId: users.id, role: users.role, disabled: users.disabled, hash: credentials.password })
        .from(users)
        .innerJoin(credentials, and(eq(credentials.userId, users.id), eq(credentials.providerId, "credential")))
        .where(eq(users.email, email));
      if (!account?.hash) {
        await hash(password);
        return null;
      }
      const { hash: stored, ...facts } = account;
      return (await fits({ hash: stored, password })) ? facts : null;
    },
  };
}

const isRight = (fitsItsHash: boolean) => fitsItsHash;

/** Mimics Better Auth's answer to a wrong password. */
function wrongPair(): Response {
  return Response.json({ code: "INVALID_EMAIL_OR_PASSWORD" }, { status: 401 });
}
