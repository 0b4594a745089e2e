import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { openTestAuth } from "#tests/support/accounts/auth.ts";
import { carrying } from "#tests/support/accounts/members.ts";
import { aCustomer, aGuest } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { changeName } from "../profile/change-name.server.ts";
import { whoIs } from "../sessions/who-is.server.ts";
import type { Auth } from "../sign-in/auth.server.ts";
import { signIn } from "../sign-in/sign-in.server.ts";
import { passwordResets, sessions, users } from "../tables.server.ts";
import { askForReset } from "./ask-for-reset.server.ts";
import { changePassword } from "./change-password.server.ts";
import { setPassword } from "./set-password.server.ts";

const OLD = "correct horse";

let shop: TestShop;
let auth: Auth;
beforeAll(async () => {
  shop = await openTestShop();
  auth = openTestAuth(shop.services);
});
afterAll(() => shop.close());

const aForm = (currentPassword: string, password = "a new password") => ({ currentPassword, password, passwordAgain: password });

/** A customer with a password, signed in on this many devices. */
async function aMember(devices = 1) {
  const { email, userId } = await aCustomer(shop);
  const passwordHash = await auth.hash(OLD);
  await inTransaction(shop.services.db, (tx) => setPassword(tx, { userId, passwordHash, at: shop.services.now() }));
  const headers = await Promise.all(Array.from({ length: devices }, () => signedIn(email)));
  return { email, userId, headers };
}

async function signedIn(email: string): Promise<Headers> {
  const answer = await signIn(auth, { email, password: OLD }, new Headers());
  if (!answer.ok) throw new Error(answer.code);
  return carrying(answer.value.cookies);
}

test("[S2.17] changing the password asks for the current one, ends the other sessions and keeps this one, and voids a reset link", async () => {
  const { email, userId, headers } = await aMember(2);
  const [here = new Headers(), there = new Headers()] = headers;
  const visitor = await whoIs(shop.services, auth, here);
  await askForReset(shop.services, { email }, new Headers());

  expect(await changePassword(shop.services, auth, visitor, aForm("wrong password"), here)).toMatchObject({
    code: "wrongCurrentPassword",
    field: "currentPassword",
  });
  expect(await whoIs(shop.services, auth, there)).toMatchObject({ kind: "customer" });
  expect(await shop.services.db.$count(passwordResets, eq(passwordResets.userId, userId))).toBe(1);

  expect(await changePassword(shop.services, auth, visitor, aForm(OLD), here)).toEqual({ ok: true, value: null });
  expect(await whoIs(shop.services, auth, here)).toMatchObject({ kind: "customer", userId });
  expect(await whoIs(shop.services, auth, there)).toMatchObject({ kind: "guest" });
  expect(await auth.hashFitting(userId, "a new password")).toEqual(expect.any(String));
  expect(await shop.services.db.$count(passwordResets, eq(passwordResets.userId, userId))).toBe(0);
});

test("[S7.4] a password that is guessed first replaces none; one that was set before still lets in", async () => {
  const { email, userId, headers } = await aMember(2);
  const [here = new Headers(), there = new Headers()] = headers;
  const visitor = await whoIs(shop.services, auth, here);
  expect(await changePassword(shop.services, auth, visitor, aForm(OLD, "Password1"), here)).toMatchObject({
    code: "passwordTooCommon",
    field: "password",
  });
  expect(await changePassword(shop.services, auth, visitor, aForm(OLD, `x${email}x`), here)).toMatchObject({ code: "passwordTellsName" });
  expect(await auth.hashFitting(userId, OLD)).toEqual(expect.any(String));
  expect(await whoIs(shop.services, auth, there)).toMatchObject({ kind: "customer" });

  const passwordHash = await auth.hash("Password1");
  await inTransaction(shop.services.db, (tx) => setPassword(tx, { userId, passwordHash, at: shop.services.now() }));
  expect(await signIn(auth, { email, password: "Password1" }, new Headers())).toMatchObject({ ok: true });
});

test("[S8.3] of two who change one password at once, one does", async () => {
  const { headers, userId } = await aMember();
  const [here = new Headers()] = headers;
  const visitor = await whoIs(shop.services, auth, here);
  const both = await Promise.all(
    ["one new password", "other new password"].map((password) => changePassword(shop.services, auth, visitor, aForm(OLD, password), here)),
  );
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both.find(({ ok }) => !ok)).toMatchObject({ code: "wrongCurrentPassword" });
  expect(await shop.services.db.$count(sessions, eq(sessions.userId, userId))).toBe(1);
});

test("[S8.3] wrong current passwords count as wrong passwords: after too many, the right one must wait too", async () => {
  const { userId, email, headers } = await aMember();
  const [here = new Headers()] = headers;
  const visitor = await whoIs(shop.services, auth, here);
  for (let n = 0; n < 10; n += 1) await auth.wrongPasswords.mayAttempt("", email);

  expect(await changePassword(shop.services, auth, visitor, aForm(OLD), here)).toMatchObject({ code: "tooManyRequests" });
  expect(await signIn(auth, { email, password: OLD }, new Headers())).toMatchObject({ code: "tooManyRequests" });
  expect(await auth.hashFitting(userId, OLD)).toEqual(expect.any(String));
});

test("[S6.2] a guest has neither password nor name to change", async () => {
  expect(await changePassword(shop.services, auth, aGuest(), aForm(OLD), new Headers())).toMatchObject({ code: "signInFirst" });
  expect(await changeName(shop.services, aGuest(), { name: "Nobody" })).toMatchObject({ code: "signInFirst" });
  expect(await shop.services.db.$count(users, eq(users.name, "Nobody"))).toBe(0);
});

test("[S3.6] a customer changes the own name and nobody else's", async () => {
  const visitor = await aCustomer(shop);
  const other = await aCustomer(shop);
  expect(await changeName(shop.services, visitor, { name: "Meera" })).toEqual({ ok: true, value: null });
  const names = await shop.services.db.select().from(users).where(eq(users.name, "Meera"));
  expect(names.map(({ id }) => id)).toEqual([visitor.userId]);
  expect(other.name).toBe("Asha");
});
