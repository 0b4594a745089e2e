import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sentenceIn } from "#messages/sentence-in.ts";
import { makeAdmin } from "#shop/accounts/make-admin.server.ts";
import { askForReset } from "#shop/accounts/passwords/ask-for-reset.server.ts";
import { removePerson } from "#shop/accounts/people/change-person.server.ts";
import { signInAsAdmin } from "#shop/accounts/sign-in/sign-in.server.ts";
import { users } from "#shop/accounts/tables.server.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { auditEntries } from "#shop/audit/tables.server.ts";
import { listEmails } from "#shop/emails/reading/list-emails.server.ts";
import { showEmail } from "#shop/emails/reading/show-email.server.ts";
import { resetTokenOf } from "#shop/emails/reset-token.server.ts";
import { emails } from "#shop/emails/tables.server.ts";
import { type Members, openMembers } from "#tests/support/accounts/members.ts";
import { asOwner } from "#tests/support/shop/books.ts";
import { anAdmin } from "#tests/support/shop/builders.ts";

let members: Members;
let thief: Admin;
beforeAll(async () => {
  members = await openMembers();
  thief = await anAdmin(members.shop);
});
afterAll(() => members.close());

const emailsOf = (userId: string) =>
  members.shop.services.db.select().from(emails).where(eq(emails.userId, userId)).orderBy(emails.createdAt);
const accountOf = async (userId: string) => (await members.shop.services.db.select().from(users).where(eq(users.id, userId)))[0];

async function resetEmailOf({ userId, email }: { userId: string; email: string }) {
  await askForReset(members.shop.services, { email }, new Headers());
  const resetEmail = (await emailsOf(userId)).at(-1);
  if (!resetEmail) throw new Error("no email");
  return resetEmail;
}

test("[S6.3] nobody sees a reset email of an admin who is made a customer, before or after", async () => {
  const victim = await members.anAdminSignedIn();
  expect(await removePerson(members.shop.services, thief, victim.userId)).toMatchObject({ ok: true });
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
  await removePerson(members.shop.services, thief, former.userId);
  const other = await anAdmin(members.shop);
  await removePerson(members.shop.services, acted, other.userId);
  // Who became an owner or a helper is in the log since, by an invitation or by the command line.
  for (const { userId, email } of [former, other]) {
    const subject = { kind: "account", id: userId, name: email } as const;
    await recordAction(db, { userId, email }, { action: "invitation-accepted", subject, facts: { rights: "see-figures" } }, new Date());
  }
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

test("[S6.8] without mail the command gives a former admin a new password", async () => {
  const victim = await members.anAdminSignedIn();
  await removePerson(members.shop.services, thief, victim.userId);
  const form = { email: victim.email, password: "from the command line" };
  expect(await makeAdmin(members.shop.services, members.auth, form)).toMatchObject({ ok: true });
  expect(await signInAsAdmin(members.auth, form, new Headers())).toMatchObject({ ok: true });
});
