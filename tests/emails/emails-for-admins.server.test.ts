import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sha256 } from "#platform/encryption/vault.server.ts";
import { removePerson } from "#shop/accounts/people/change-person.server.ts";
import { passwordResets, users } from "#shop/accounts/tables.server.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { queueEmail } from "#shop/emails/queue-email.server.ts";
import { listEmails } from "#shop/emails/reading/list-emails.server.ts";
import { showEmail } from "#shop/emails/reading/show-email.server.ts";
import { resetTokenOf } from "#shop/emails/reset-token.server.ts";
import { removeOldEmails } from "#shop/emails/sending/email-chores.server.ts";
import { sendEmailAgain } from "#shop/emails/sending/send-email-again.server.ts";
import { aCustomer, aGuest, anAdmin, aPendingOrder } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { workingMail as mail } from "#tests/support/shop/working-mail.ts";

const ORIGIN = "https://shop.example";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterEach(async () => {
  await shop.services.db.$client.query("delete from emails; delete from audit_entries; delete from graphile_worker._private_jobs");
  shop.setNow();
});
afterAll(() => shop.close());

const audited = async () =>
  (await shop.services.db.$client.query("select action, subject_id, subject_name, facts from audit_entries order by id")).rows;
const show = (id: string, visitor: Parameters<typeof showEmail>[1] = admin) => showEmail(shop.services, visitor, id, ORIGIN);

/** An email as the request for a new password queues it. */
async function aResetEmail(userId: string): Promise<string> {
  const { services } = shop;
  const id = await queueEmail(services, services.db, { kind: "password-reset", to: { email: "asha@example.com" }, userId });
  const reset = { userId, tokenHash: sha256(resetTokenOf(services, id)), expiresAt: new Date(services.now().getTime() + 3_600_000) };
  await services.db.insert(passwordResets).values(reset).onConflictDoUpdate({ target: passwordResets.userId, set: reset });
  return id;
}

test("showing an email fills its links in, changes nothing about it, and is recorded without address or secret", async () => {
  const order = await aPendingOrder(shop, { email: "asha@example.com" });
  const listed = await listEmails(shop.services, admin);
  const placed = listed.ok && listed.value.rows.find(({ kind }) => kind === "order-placed");
  if (!placed) throw new Error("no email");
  const shown = await show(placed.id);

  expect(shown).toMatchObject({ ok: true, value: { to: ["asha@example.com"], isNeeded: true, subject: placed.subject } });
  expect(shown.ok && shown.value.text).toContain(`${ORIGIN}/order-status/${order.requestCode}/key/${order.accessKey}`);
  expect(await audited()).toEqual([{ action: "email-shown", subject_id: placed.id, subject_name: "Order placed", facts: {} }]);
  expect(await listEmails(shop.services, admin)).toEqual(listed);
  expect(JSON.stringify(listed)).not.toContain(order.accessKey);
});

test("[S11.1] the list names each email in the language of its reader, the owner's in the shop's", async () => {
  const { id, requestCode } = await aPendingOrder(shop, { email: "meera@example.com" });
  await shop.services.db.execute(sql`update orders set language = 'hi' where id = ${id}`);
  const listed = await listEmails(shop.services, admin);
  const about = listed.ok ? listed.value.rows.filter(({ subject }) => subject.includes(requestCode)) : [];
  expect(about.map(({ kind, subject, locale }) => [kind, subject, locale]).sort()).toEqual([
    ["new-order", `New order ${requestCode}`, "en-IN"],
    ["order-placed", `हमें आपका ऑर्डर ${requestCode} मिल गया`, "hi-IN"],
  ]);
});

test("[S2.17] a reset email that was shown still works, once and for its hour", async () => {
  const { userId } = await aCustomer(shop);
  const id = await aResetEmail(userId);
  const shown = await show(id);
  expect(shown.ok && shown.value.text).toContain(`${ORIGIN}/reset-password/${resetTokenOf(shop.services, id)}`);
  const [stored] = await shop.services.db.select().from(passwordResets);
  expect(stored?.tokenHash).toEqual(sha256(resetTokenOf(shop.services, id)));
  expect(await show(id)).toMatchObject({ value: { isNeeded: true } });

  shop.setNow(new Date(Date.now() + 3_600_001));
  expect(await show(id)).toMatchObject({ value: { isNeeded: false } });
});

test("an email about an admin's account is shown to nobody, also if the account became one later or once was one", async () => {
  const refusal = { ok: false, kind: "forbidden", code: "emailOfAdmin" };
  const other = await anAdmin(shop);
  const written = await aResetEmail(other.userId);
  expect(await show(written)).toMatchObject(refusal);
  await removePerson(shop.services, admin, other.userId);
  expect(await show(written)).toMatchObject(refusal);
  expect(await show(await aResetEmail(other.userId))).toMatchObject(refusal);

  const customer = await aCustomer(shop);
  const before = await aResetEmail(customer.userId);
  expect(await show(before)).toMatchObject({ ok: true });
  await shop.services.db.update(users).set({ role: "admin" }).where(eq(users.id, customer.userId));
  expect(await show(before)).toMatchObject(refusal);
  const nobodys = await queueEmail(shop.services, shop.services.db, { kind: "password-reset", to: { email: "asha@example.com" } });
  expect(await show(nobodys)).toMatchObject(refusal);
  expect((await audited()).filter(({ action }) => action === "email-shown")).toHaveLength(1);
});

test("emails shown at once, more than there are connections, do not wait for each other", async () => {
  await aPendingOrder(shop, { email: "asha@example.com" });
  const listed = await listEmails(shop.services, admin);
  const [email] = listed.ok ? listed.value.rows : [];
  const many = 2 * shop.services.db.$client.options.max;
  const shown = await Promise.all(Array.from({ length: many }, () => show(email?.id ?? "")));

  expect(many).toBeGreaterThan(10);
  expect(shown.every(({ ok }) => ok)).toBe(true);
  expect(await audited()).toHaveLength(many);
});

test("nobody but an admin is shown or sends an email", async () => {
  const customer = await aCustomer(shop);
  const id = await aResetEmail(customer.userId);
  for (const visitor of [aGuest(), customer]) {
    expect(await show(id, visitor)).toMatchObject({ code: "rightMissing" });
    expect(await sendEmailAgain({ ...shop.services, mail }, visitor, id)).toMatchObject({ code: "rightMissing" });
    expect(await listEmails(shop.services, visitor)).toMatchObject({ code: "rightMissing" });
  }
  expect(await audited()).toEqual([]);
});

test("a failed email is sent again with all its attempts, any other is left alone; that is recorded", async () => {
  const services = { ...shop.services, mail };
  const id = await queueEmail(services, services.db, { kind: "contact-message", to: "owner" });
  expect(await sendEmailAgain(services, admin, id)).toMatchObject({ code: "emailNotFailed" });
  await services.db.$client.query(
    "update emails set state = 'failed', attempts = 16, last_problem = 'refused', next_attempt_at = null; delete from graphile_worker._private_jobs",
  );

  expect(await sendEmailAgain(shop.services, admin, id)).toMatchObject({ code: "mailNotSetUp" });
  const both = await Promise.all([1, 2].map(() => sendEmailAgain(services, admin, id)));
  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
  const { rows } = await services.db.$client.query("select state, attempts from emails");
  expect(rows).toEqual([{ state: "waiting", attempts: 0 }]);
  expect((await services.db.$client.query("select from graphile_worker.jobs")).rowCount).toBe(1);
  expect(await audited()).toMatchObject([{ action: "email-sent-again", subject_id: id }]);
  expect(await sendEmailAgain(services, admin, "no such email")).toMatchObject({ code: "emailNotFound" });
});

test("the list goes on where a page ended, newest first, of one state if asked", async () => {
  const { services } = shop;
  const ids: string[] = [];
  for (let n = 0; n < PAGE_SIZE + 2; n += 1) {
    shop.setNow(new Date(Date.UTC(2026, 0, 1) + n * 1_000));
    ids.unshift(await queueEmail(services, services.db, { kind: "contact-message", to: n % 2 ? "owner" : { email: `b${n}@example.com` } }));
  }
  const first = await listEmails(services, admin);
  const second = await listEmails(services, admin, { after: first.ok ? first.value.next : null });
  if (!first.ok || !second.ok) throw new Error("refused");
  expect([...first.value.rows, ...second.value.rows].map(({ id }) => id)).toEqual(ids);
  expect(second.value.next).toBeNull();
  expect(first.value.rows.slice(0, 2).map(({ to }) => to)).toEqual([null, `b${PAGE_SIZE}@example.com`]);

  await services.db.$client.query("update emails set state = 'failed' where id = $1", [ids[3]]);
  const failed = await listEmails(services, admin, { state: "failed" });
  expect(failed.ok && failed.value.rows.map(({ id }) => id)).toEqual([ids[3]]);
});

test("emails are removed after 90 days", async () => {
  const { services } = shop;
  const id = await queueEmail(services, services.db, { kind: "contact-message", to: "owner" });
  shop.setNow(new Date(Date.now() + 90 * 24 * 3_600_000 - 60_000));
  expect(await removeOldEmails(services)).toBe(0);
  shop.setNow(new Date(Date.now() + 90 * 24 * 3_600_000 + 60_000));
  expect(await removeOldEmails(services)).toBe(1);
  expect(await show(id)).toMatchObject({ code: "emailNotFound" });
});
