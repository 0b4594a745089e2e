import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sentenceIn } from "#messages/sentence-in.ts";
import { makeAdminOf, makeCustomerOf } from "#shop/accounts/customers/change-account.server.ts";
import { makeAdmin } from "#shop/accounts/make-admin.server.ts";
import { askForReset } from "#shop/accounts/passwords/ask-for-reset.server.ts";
import { changePassword } from "#shop/accounts/passwords/change-password.server.ts";
import { resetPassword } from "#shop/accounts/passwords/reset-password.server.ts";
import { whoIs } from "#shop/accounts/sessions/who-is.server.ts";
import { signIn, signInAsAdmin } from "#shop/accounts/sign-in/sign-in.server.ts";
import { credentials, passwordResets, sessions, users } from "#shop/accounts/tables.server.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { auditEntries } from "#shop/audit/tables.server.ts";
import { listEmails } from "#shop/emails/reading/list-emails.server.ts";
import { showEmail } from "#shop/emails/reading/show-email.server.ts";
import { resetTokenOf } from "#shop/emails/reset-token.server.ts";
import { composeEmail } from "#shop/emails/sending/compose-email.server.ts";
import { emails } from "#shop/emails/tables.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { type Members, openMembers, PASSWORD } from "#tests/support/accounts/members.ts";
import { asOwner } from "#tests/support/shop/books.ts";
import { anAdmin } from "#tests/support/shop/builders.ts";
import { workingMail } from "#tests/support/shop/working-mail.ts";

const NEW = { password: "a new password", passwordAgain: "a new password" };

let members: Members;
let thief: Admin;
beforeAll(async () => {
  members = await openMembers();
  thief = await anAdmin(members.shop);
});
afterAll(() => members.close());

const withMail = () => ({ ...members.shop.services, mail: workingMail });
const emailsOf = (userId: string) =>
  members.shop.services.db.select().from(emails).where(eq(emails.userId, userId)).orderBy(emails.createdAt);
const accountOf = async (userId: string) => (await members.shop.services.db.select().from(users).where(eq(users.id, userId)))[0];
const reset = (token: string) => resetPassword(members.shop.services, members.auth, token, NEW, new Headers());

async function resetEmailOf({ userId, email }: { userId: string; email: string }) {
  await askForReset(members.shop.services, { email }, new Headers());
  const resetEmail = (await emailsOf(userId)).at(-1);
  if (!resetEmail) throw new Error("no email");
  return resetEmail;
}

test("[S6.3] nobody sees a reset email of an admin who is made a customer, before or after", async () => {
  const victim = await members.anAdminSignedIn();
  expect(await makeCustomerOf(members.shop.services, thief, victim.userId)).toMatchObject({ ok: true });
  const { id } = await resetEmailOf(victim);

  const shown = await showEmail(members.shop.services, thief, id, "https://shop.example");
  expect(shown).toMatchObject({ ok: false, kind: "forbidden", code: "emailOfAdmin" });
  expect(!shown.ok && sentenceIn("en", shown)).toContain(`npm run shop -- create-admin ${victim.email}`);
  const listed = await listEmails(members.shop.services, thief);
  expect(listed.ok && listed.value.rows.find((row) => row.id === id)).toMatchObject({ isOfAdmin: true });
  expect(await members.shop.services.db.$count(auditEntries, eq(auditEntries.subjectId, id))).toBe(0);
  expect(JSON.stringify([shown, listed])).not.toContain(resetTokenOf(members.shop.services, id));
});

test("[S6.3] once an admin, always known as one: neither the role nor the column itself can be taken back", async () => {
  const { db } = members.shop.services;
  const made = await anAdmin(members.shop);
  expect(await accountOf(made.userId)).toMatchObject({ wasAdmin: true });
  await db.update(users).set({ role: "customer", wasAdmin: false }).where(eq(users.id, made.userId));
  expect(await accountOf(made.userId)).toMatchObject({ role: "customer", wasAdmin: true });
  const member = await members.aMember();
  expect(await accountOf(member.userId)).toMatchObject({ role: "customer", wasAdmin: false });
});

test("[S6.3] a shop from before this column, and an imported export, know former admins from what admins did", async () => {
  const { db } = members.shop.services;
  const [former, acted, still] = [await anAdmin(members.shop), await anAdmin(members.shop), await anAdmin(members.shop)];
  await makeCustomerOf(members.shop.services, thief, former.userId);
  const other = await anAdmin(members.shop);
  await makeCustomerOf(members.shop.services, acted, other.userId);
  await db.update(users).set({ role: "customer" }).where(eq(users.id, acted.userId));
  const member = await members.aMember();
  const { wasAdmin } = users;
  await asOwner(members.shop, (client) =>
    client.query(`begin; alter table users disable trigger preserve_was_admin; update users set was_admin = false;
      alter table users enable trigger preserve_was_admin; select record_former_admins(); commit`),
  );
  const ids = [former, acted, still, other, member].map(({ userId }) => userId);
  const rows = await db.select({ id: users.id, wasAdmin }).from(users).where(inArray(users.id, ids));
  expect(ids.map((id) => rows.find((row) => row.id === id)?.wasAdmin)).toEqual([true, true, true, true, false]);
});

test("[S6.3] a password that another admin set by a reset email does not survive the promotion; only the link to its own address sets one", async () => {
  const victim = await members.aMember();
  const stolen = await resetEmailOf(victim);
  expect(await reset(resetTokenOf(members.shop.services, stolen.id))).toMatchObject({ ok: true });
  const login = { email: victim.email, password: NEW.password };
  expect(await signIn(members.auth, login, new Headers())).toMatchObject({ ok: true });
  const later = await resetEmailOf(victim);

  expect(await makeAdminOf(withMail(), thief, victim.userId)).toEqual({ ok: true, value: { email: victim.email } });
  expect(await signInAsAdmin(members.auth, login, new Headers())).toMatchObject({ code: "invalidEmailOrPassword" });
  expect(await signIn(members.auth, login, new Headers())).toMatchObject({ ok: false });
  expect(await members.shop.services.db.$count(sessions, eq(sessions.userId, victim.userId))).toBe(0);
  for (const { id } of [stolen, later]) {
    expect(await reset(resetTokenOf(members.shop.services, id))).toMatchObject({ code: "resetLinkInvalid" });
    expect(await showEmail(members.shop.services, thief, id, "https://x.example")).toMatchObject({ code: "emailOfAdmin" });
  }

  const link = (await emailsOf(victim.userId)).at(-1);
  if (!link) throw new Error("no email");
  expect(link).toMatchObject({ kind: "new-admin", state: "waiting" });
  expect(await showEmail(members.shop.services, thief, link.id, "https://x.example")).toMatchObject({ code: "emailOfAdmin" });
  const settings = await readSettings(members.shop.services);
  const composed = await composeEmail(members.shop.services, link, settings, "https://shop.example");
  const token = resetTokenOf(members.shop.services, link.id);
  expect(composed).toMatchObject({ to: [victim.email], isNeeded: true });
  expect(composed?.email.text).toContain(`https://shop.example/reset-password/${token}`);
  expect(await reset(token)).toMatchObject({ ok: true });
  expect(await signInAsAdmin(members.auth, login, new Headers())).toMatchObject({ ok: true });
});

test("[S6.3] without mail nobody is promoted: the refusal names the command, and nothing is written", async () => {
  const member = await members.aMember();
  const { db } = members.shop.services;
  await resetEmailOf(member);
  const stateOf = async () => [
    await accountOf(member.userId),
    await db.select().from(credentials).where(eq(credentials.userId, member.userId)),
    await db.select().from(passwordResets).where(eq(passwordResets.userId, member.userId)),
    await db.$count(sessions, eq(sessions.userId, member.userId)),
    await emailsOf(member.userId),
    await db.$count(auditEntries),
  ];
  const before = await stateOf();
  const refused = await makeAdminOf(members.shop.services, thief, member.userId);
  expect(refused).toMatchObject({ ok: false, kind: "conflict", code: "promotionNeedsMail" });
  expect(!refused.ok && sentenceIn("en", refused)).toContain(`npm run shop -- create-admin ${member.email}`);
  expect(await stateOf()).toEqual(before);
});

test("[S6.8] without mail the command gives a former admin a new password", async () => {
  const victim = await members.anAdminSignedIn();
  await makeCustomerOf(members.shop.services, thief, victim.userId);
  const form = { email: victim.email, password: "from the command line" };
  expect(await makeAdmin(members.shop.services, members.auth, form)).toMatchObject({ ok: true });
  expect(await signInAsAdmin(members.auth, form, new Headers())).toMatchObject({ ok: true });
});

test("[S6.3] of two promotions at once one is done, and one email is written", async () => {
  const member = await members.aMember();
  const both = await Promise.all([1, 2].map(() => makeAdminOf(withMail(), thief, member.userId)));
  expect(both.map(({ ok }) => ok)).toEqual([true, true]);
  expect((await emailsOf(member.userId)).map(({ kind }) => kind)).toEqual(["new-admin"]);
  expect(await members.shop.services.db.$count(auditEntries, eq(auditEntries.subjectId, member.userId))).toBe(1);
});

test("[S6.3] logging in, changing the password and using a stolen link at the moment of the promotion leave no password and no session behind", async () => {
  const { shop, auth } = members;
  for (let n = 0; n < 4; n += 1) {
    const member = await members.aMember();
    const visitor = await whoIs(shop.services, auth, member.headers);
    const stolen = await resetEmailOf(member);
    const change = { currentPassword: PASSWORD, ...NEW };
    await Promise.all([
      signIn(auth, { email: member.email, password: PASSWORD }, new Headers()),
      changePassword(shop.services, auth, visitor, change, member.headers),
      reset(resetTokenOf(shop.services, stolen.id)),
      makeAdminOf(withMail(), thief, member.userId),
    ]);
    expect(await shop.services.db.$count(credentials, eq(credentials.userId, member.userId))).toBe(0);
    expect(await shop.services.db.$count(sessions, eq(sessions.userId, member.userId))).toBe(0);
    expect(await accountOf(member.userId)).toMatchObject({ role: "admin" });
  }
});
