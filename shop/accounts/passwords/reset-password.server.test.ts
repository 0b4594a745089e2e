import { eq, isNull } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { sha256 } from "#platform/encryption/vault.server.ts";
import { RESET_LINK_VALID_MS } from "#shop/constants.ts";
import { resetTokenOf } from "#shop/emails/reset-token.server.ts";
import { emails } from "#shop/emails/tables.server.ts";
import { RESETS_OF_MAILBOX_MAX, RESETS_WINDOW_MS } from "#shop/settings/constants.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { openTestAuth } from "#tests/support/accounts/auth.ts";
import { aCustomer, anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { RESET_ANSWER_MS } from "../constants.ts";
import { newId } from "../new-id.server.ts";
import { CLIENT_ADDRESS_HEADER } from "../sessions/cookies.ts";
import { endSessions } from "../sessions/end-sessions.server.ts";
import type { Auth } from "../sign-in/auth.server.ts";
import { signIn } from "../sign-in/sign-in.server.ts";
import { passwordResets, sessions, users } from "../tables.server.ts";
import { askForReset } from "./ask-for-reset.server.ts";
import { isResetOpen, resetPassword } from "./reset-password.server.ts";
import { setPassword } from "./set-password.server.ts";

const NEW = { password: "a new password", passwordAgain: "a new password" };

let shop: TestShop;
let auth: Auth;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(() => {
  auth = openTestAuth(shop.services);
});
afterEach(() => shop.setNow());
afterAll(() => shop.close());

const from = (address: string) => new Headers({ [CLIENT_ADDRESS_HEADER]: address });
const ask = (email: string, address = "203.0.113.1") => askForReset(shop.services, { email }, from(address));
const emailsOf = (userId: string) => shop.services.db.select().from(emails).where(eq(emails.userId, userId)).orderBy(emails.createdAt);

/** A customer who asked for a reset link, with the token from the email. */
async function aForgetful() {
  const visitor = await aCustomer(shop);
  await ask(visitor.email);
  return { ...visitor, token: await newestTokenOf(visitor.userId) };
}

async function newestTokenOf(userId: string): Promise<string> {
  const email = (await emailsOf(userId)).at(-1);
  if (!email) throw new Error("no email");
  return resetTokenOf(shop.services, email.id);
}

async function aSessionOf(userId: string): Promise<void> {
  const at = shop.services.now();
  await shop.services.db
    .insert(sessions)
    .values({ id: newId(), token: newId(), userId, expiresAt: new Date(at.getTime() + 1e9), createdAt: at, updatedAt: at });
}

test("[S2.17] a link sets the new password once, and ends every session", async () => {
  const { userId, token } = await aForgetful();
  await aSessionOf(userId);

  expect(await isResetOpen(shop.services, token)).toBe(true);
  expect(await resetPassword(shop.services, auth, token, NEW, new Headers())).toEqual({ ok: true, value: null });
  expect(await auth.hashFitting(userId, NEW.password)).toEqual(expect.any(String));
  expect(await shop.services.db.$count(sessions, eq(sessions.userId, userId))).toBe(0);
  expect(await isResetOpen(shop.services, token)).toBe(false);
  expect(await resetPassword(shop.services, auth, token, NEW, new Headers())).toMatchObject({ ok: false, code: "resetLinkInvalid" });
});

test("[S7.4] a password that is guessed first is not set, and the link goes on working", async () => {
  const { userId, email, token } = await aForgetful();
  for (const [password, code] of [
    ["Password1", "passwordTooCommon"],
    [`${email.split("@")[0]} 1`, "passwordTellsName"],
  ] as const)
    expect(await resetPassword(shop.services, auth, token, { password, passwordAgain: password }, new Headers())).toMatchObject({
      code,
      field: "password",
    });
  expect(await auth.hashFitting(userId, "Password1")).toBeNull();
  expect(await resetPassword(shop.services, auth, token, NEW, new Headers())).toMatchObject({ ok: true });
});

test("[S2.17] of two who use a link at once, one sets the password", async () => {
  const { userId, token } = await aForgetful();
  const forms = ["the first password", "the other password"].map((password) => ({ password, passwordAgain: password }));
  const both = await Promise.all(forms.map((form) => resetPassword(shop.services, auth, token, form, new Headers())));

  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both.find(({ ok }) => !ok)).toMatchObject({ code: "resetLinkInvalid" });
  const winner = forms[both.findIndex(({ ok }) => ok)];
  expect(await auth.hashFitting(userId, winner?.password ?? "")).toEqual(expect.any(String));
});

test("[S2.17] the answer is the same, and as slow, whether or not there is such an account", async () => {
  const known = await aCustomer(shop);
  const disabled = await aCustomer(shop, { disabled: true });
  const answers: unknown[] = [];
  for (const email of [known.email, disabled.email, "nobody@example.com"]) {
    const start = performance.now();
    answers.push(await ask(email));
    expect(performance.now() - start).toBeGreaterThan(RESET_ANSWER_MS - 20);
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await emailsOf(known.userId)).toMatchObject([{ kind: "password-reset" }]);
  expect(await emailsOf(disabled.userId)).toEqual([]);
  expect(await shop.services.db.$count(emails, isNull(emails.userId))).toBe(0);
});

test("[S2.17] a link works for one hour", async () => {
  const { userId, token } = await aForgetful();
  shop.setNow(new Date(Date.now() + RESET_LINK_VALID_MS + 1));

  expect(await isResetOpen(shop.services, token)).toBe(false);
  expect(await resetPassword(shop.services, auth, token, NEW, new Headers())).toMatchObject({ code: "resetLinkInvalid" });
  expect(await auth.hashFitting(userId, NEW.password)).toBeNull();
});

test("[S2.17] a newer link voids the older one", async () => {
  const { userId, email, token } = await aForgetful();
  await ask(email);

  expect(await isResetOpen(shop.services, token)).toBe(false);
  expect(await isResetOpen(shop.services, await newestTokenOf(userId))).toBe(true);
});

test("[S2.17] another way to a new password voids the link", async () => {
  const { userId, token } = await aForgetful();
  await inTransaction(shop.services.db, (tx) => setPassword(tx, { userId, passwordHash: "hashed", at: shop.services.now() }));
  expect(await isResetOpen(shop.services, token)).toBe(false);
});

test("[S2.17] [S4.10] an account that was disabled meanwhile cannot reset", async () => {
  const { userId, token } = await aForgetful();
  await shop.services.db.update(users).set({ disabled: true }).where(eq(users.id, userId));

  expect(await resetPassword(shop.services, auth, token, NEW, new Headers())).toMatchObject({ ok: false, code: "accountDisabled" });
  expect(await auth.hashFitting(userId, NEW.password)).toBeNull();
});

test("[S2.17] of the token only its hash is stored", async () => {
  const { userId, token } = await aForgetful();
  const [reset] = await shop.services.db.select().from(passwordResets).where(eq(passwordResets.userId, userId));
  expect(reset?.tokenHash).toEqual(sha256(token));
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
  expect(JSON.stringify(await emailsOf(userId))).not.toContain(token);
});

test.each([null, "", "no-such-key", "A".repeat(43)])("[S2.17] %j is no link", async (token) => {
  expect(await isResetOpen(shop.services, token)).toBe(false);
  expect(await resetPassword(shop.services, auth, token, NEW, new Headers())).toMatchObject({ code: "resetLinkInvalid" });
});

test("[S2.17] an admin resets by the own mailbox, too", async () => {
  const admin = await anAdmin(shop);
  await ask(admin.email);
  expect(await resetPassword(shop.services, auth, await newestTokenOf(admin.userId), NEW, new Headers())).toEqual({
    ok: true,
    value: null,
  });
});

test("[S8.3] who asks too often for one account must wait, wherever the asking comes from; the same for an address without account", async () => {
  const { email, userId } = await aCustomer(shop);
  for (const address of [email, "unknown@example.com"]) {
    const requests = Array.from({ length: RESETS_OF_MAILBOX_MAX + 1 }, (_, n) => ask(address, `198.51.100.${n}`));
    const answers = await Promise.all(requests);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ code: "tooManyRequests", kind: "limited", retryAfter: 900 });
    expect(answers.filter(({ ok }) => ok)).toHaveLength(RESETS_OF_MAILBOX_MAX);
  }
  expect(await emailsOf(userId)).toHaveLength(RESETS_OF_MAILBOX_MAX);
});

test("[S8.3] who asks too often from one address must wait, and nobody else", async () => {
  shop.setNow(new Date(Date.now() + RESETS_WINDOW_MS));
  const { resetsMax } = await readSettings(shop.services);
  const asked = await Promise.all(Array.from({ length: resetsMax + 1 }, (_, n) => ask(`many-${n}@example.com`)));
  expect(asked.filter(({ ok }) => !ok)).toMatchObject([{ code: "tooManyRequests" }]);
  expect(await ask("other@example.com", "203.0.113.2")).toMatchObject({ ok: true });
});

test("[S2.17] who logs in with the old password in the very moment of a reset is not let in, and no session stays behind", async () => {
  const { userId, email } = await aCustomer(shop);
  const { db } = shop.services;
  const at = shop.services.now();
  const [oldHash, newHash] = [await auth.hash("the old password"), await auth.hash(NEW.password)];
  await inTransaction(db, (tx) => setPassword(tx, { userId, passwordHash: oldHash, at }));

  const reset = await inTransaction(db, async (tx) => {
    await tx.select().from(users).where(eq(users.id, userId)).for("update");
    await setPassword(tx, { userId, passwordHash: newHash, at });
    await endSessions(tx, userId);
    const login = signIn(auth, { email, password: "the old password" }, new Headers());
    // The old password was correct and the session is written; the login now waits for the reset.
    await expect.poll(() => waiting(), { timeout: 5_000 }).toBe(1);
    return { login };
  });
  expect(await reset.login).toMatchObject({ ok: false, code: "wrongPair" });
  expect(await db.$count(sessions, eq(sessions.userId, userId))).toBe(0);
  expect(await signIn(auth, { email, ...NEW }, new Headers())).toMatchObject({ ok: true });
});

/** Returns the number of statements waiting for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await shop.services.db.$client.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length;
}
