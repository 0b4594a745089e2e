import { createHmac } from "node:crypto";
import { APIError } from "better-auth/api";
import { hashPassword } from "better-auth/crypto";
import { betterAuth } from "better-auth/minimal";
import { and, eq } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { isSame } from "#platform/vault.server.ts";
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, SESSION_COOKIE_MS, USER_AGENT_MAX_LENGTH } from "../constants.ts";
import type { Result } from "../refusal.ts";
import { accountsAdapter } from "./accounts-adapter.server.ts";
import { readCookie, sessionCookie, sessionCookieName } from "./cookies.ts";
import { newId } from "./new-id.server.ts";
import { type AccountTry, noted, type TryFacts } from "./note-try.server.ts";
import { readOldHash } from "./old-hash.ts";
import { fitsHash, replaceOldHash } from "./old-passwords.server.ts";
import { type Role, sessionEnd } from "./session-end.ts";
import { openSignUps, type SignUps } from "./sign-ups.server.ts";
import { hashOfAddress, stillFits } from "./still-fits.server.ts";
import { credentials, users } from "./tables.server.ts";
import { openWrongPasswords, type WrongPasswords } from "./wrong-passwords.server.ts";

type Needs = Pick<Services, "db" | "live" | "vault" | "log" | "now">;
type Account = { userId: string; role: Role; disabled: boolean };

/** Accounts and passwords by Better Auth, with the shop's rules around it. [S7.4] */
export type Auth = {
  sessionCookie: { name: string; isSecure: boolean };
  /** The token in the session's cookie, or null when there is none or it was not signed by this shop. */
  tokenIn(headers: Headers): string | null;
  signUp(form: { email: string; password: string; name: string }, headers: Headers): Promise<Response>;
  signIn(form: { email: string; password: string }, headers: Headers): Promise<Response>;
  signOut(headers: Headers): Promise<Response>;
  /** The header that sets the session's cookie to a token that the shop made itself, as Better Auth sets it. */
  cookieFor(token: string): Headers;
  /** The account of a right pair. Takes the same time whether the account or the password is wrong. */
  accountOf(form: { email: string; password: string }): Promise<Account | null>;
  hash(password: string): Promise<string>;
  /** The stored hash of an account when this is its password, else null. */
  hashFitting(userId: string, password: string): Promise<string | null>;
  wrongPasswords: WrongPasswords;
  signUps: SignUps;
  /** Tells the log what came of a try to get in, and gives the result back. */
  noted<R extends Result<unknown>>(what: AccountTry, result: R, headers: Headers, facts: TryFacts): R;
};

/**
 * Opens Better Auth on the shop's tables. Only the calls of `Auth` are ever answered: its own router, with its other endpoints, its origin
 * check and its rate limiter, is not used, because pages and the JSON API both come through here. [S7.4]
 */
export function openAuth(services: Needs, config: { appUrl: string; secret: string }): Auth {
  const { db, log, now } = services;
  const isSecure = config.appUrl.startsWith("https:");
  const cookieName = sessionCookieName(isSecure);

  const signatureOf = (token: string) => createHmac("sha256", config.secret).update(token, "utf8").digest();

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
      password: { hash: hashPassword, verify: (pair) => fitsHash(services, pair) },
    },
    user: {
      additionalFields: {
        phoneNumber: { type: "string", required: false, input: false },
        role: { type: "string", required: true, defaultValue: "customer", input: false },
        disabled: { type: "boolean", required: true, defaultValue: false, input: false },
        lastLoginAt: { type: "date", required: false, input: false },
      },
    },
    session: {
      expiresIn: SESSION_COOKIE_MS / 1_000,
      disableSessionRefresh: true,
      additionalFields: { lastSeenAt: { type: "date", required: false, input: false } },
    },
    advanced: {
      cookiePrefix: "trackside",
      useSecureCookies: isSecure,
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
            const role = user && "role" in user && user.role === "admin" ? "admin" : "customer";
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

  /** Who comes with an old hash gets one of the shop's own; of two who come together the later one finds it, and is asked anew. [S7.4] */
  async function signIn(form: { email: string; password: string }, headers: Headers): Promise<Response> {
    const hash = await hashOfAddress(db, form.email);
    const response = await better.api.signInEmail({ body: form, headers, asResponse: true });
    if (!response.ok) return response;

    const { token, user } = await response.clone().json();
    const isOld = hash !== null && readOldHash(hash) !== null;
    if (!(await stillFits(services, { userId: user.id, token, hash }))) return isOld ? signIn(form, headers) : wrongPair();
    if (isOld) await replaceOldHash(services, { userId: user.id, old: hash, hash: await hashPassword(form.password) });
    return response;
  }

  return {
    sessionCookie: { name: cookieName, isSecure },
    wrongPasswords: openWrongPasswords(services),
    signUps: openSignUps(services),
    noted: (what, result, headers, facts) => noted(services, what, result, headers, facts),
    hash: hashPassword,

    tokenIn(headers) {
      const cookie = readCookie(headers, cookieName);
      const dot = cookie?.lastIndexOf(".") ?? -1;
      if (!cookie || dot < 1) return null;

      const token = cookie.slice(0, dot);
      return isSame(signatureOf(token), Buffer.from(cookie.slice(dot + 1), "base64")) ? token : null;
    },

    signUp: (form, headers) => better.api.signUpEmail({ body: form, headers, asResponse: true }),
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
      const hash = credential?.hash ?? null;
      return hash !== null && (await fitsHash(services, { hash, password })) ? hash : null;
    },

    async accountOf({ email, password }) {
      const [account] = await db
        .select({ userId: users.id, role: users.role, disabled: users.disabled, hash: credentials.password })
        .from(users)
        .innerJoin(credentials, and(eq(credentials.userId, users.id), eq(credentials.providerId, "credential")))
        .where(eq(users.email, email));
      if (!account?.hash) {
        await hashPassword(password);
        return null;
      }
      const { hash, ...facts } = account;
      return (await fitsHash(services, { hash, password })) ? facts : null;
    },
  };
}

/** What Better Auth says of a wrong password. */
function wrongPair(): Response {
  return Response.json({ code: "INVALID_EMAIL_OR_PASSWORD" }, { status: 401 });
}
