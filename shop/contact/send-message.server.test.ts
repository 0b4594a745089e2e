import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { auditEntries } from "#shop/audit/tables.server.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { emails } from "#shop/emails/tables.server.ts";
import { listMessages } from "#shop/orders/messages/list-messages.server.ts";
import type { ListedMessage, MessageState } from "#shop/orders/messages/listed-message.ts";
import { parsed } from "#shop/parse.ts";
import { CONTACT_MESSAGES_WINDOW_MS } from "#shop/settings/constants.ts";
import { forgetSettings } from "#shop/settings/settings.server.ts";
import { shopSettings } from "#shop/settings/tables.server.ts";
import { countQueries } from "#tests/support/database/count-queries.ts";
import { decryptedValues } from "#tests/support/secret/decrypted-values.ts";
import { aCustomer, aGuest, anAdmin, anOwner } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { deleteMessage } from "./delete-message.server.ts";
import { handleMessage } from "./handle-message.server.ts";
import { MessageForm } from "./message-form.ts";
import { sendMessage } from "./send-message.server.ts";
import { contactMessages } from "./tables.server.ts";

/** The limit per address in a new shop. */
const MESSAGES_MAX = 5;

let shop: TestShop;
let sent = 0;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(async () => {
  await shop.services.db.delete(contactMessages);
  await shop.services.db.delete(emails);
  await shop.services.db.delete(auditEntries);
  await shop.services.db.$client.query("delete from rate_limits");
  shop.services.waits.clear();
});
afterEach(() => shop.setNow());
afterAll(() => shop.close());

function aMessage(overrides: Partial<MessageForm> = {}): MessageForm {
  sent += 1;
  return { name: "Asha", email: "asha@example.com", message: "Where is my ID?", key: `writing-${sent}`, leaveEmpty: null, ...overrides };
}
/** Sends a message, by default from an address that no other test uses. */
const send = (form: MessageForm, address = `192.0.2.${sent}`, userId: string | null = null) =>
  sendMessage(shop.services, { userId, address }, form);
const list = async (state: MessageState = "all", after: string | null = null) => {
  const { rows, next } = await listMessages(shop.services, anOwner, { state, after });
  return { rows: ofContact(rows), next };
};
const ofContact = (rows: ListedMessage[]) => rows.flatMap((row) => (row.kind === "contact" ? [row] : []));
const emailRows = () => shop.services.db.select().from(emails);
const audited = () => shop.services.db.select().from(auditEntries).orderBy(auditEntries.id);

test("[S2.27] a message is stored for the admins with its address encrypted, and an email goes to the owner", async () => {
  expect(await send(aMessage())).toEqual({ ok: true, value: null });
  const [stored] = await shop.services.db.select().from(contactMessages);
  expect(stored?.email.toString()).not.toContain("asha@example.com");
  expect((await list()).rows).toMatchObject([{ name: "Asha", email: "asha@example.com", message: "Where is my ID?", handledAt: null }]);
  expect(await emailRows()).toMatchObject([{ kind: "contact-message", recipient: null, facts: { messageId: stored?.id } }]);
});

test("[S2.27] where a support address is set, the email goes there", async () => {
  await shop.services.db.update(shopSettings).set({ supportEmail: "help@shop.example" });
  forgetSettings(shop.services);
  await send(aMessage());
  expect(await decryptedValues(shop.services, "emails.recipient")).toEqual(["help@shop.example"]);
  await shop.services.db.update(shopSettings).set({ supportEmail: null });
  forgetSettings(shop.services);
});

test("[S2.27] a double click stores one message and queues one email; other words from the same page are another message", async () => {
  const form = aMessage();
  const answers = await Promise.all([send(form), send(form)]);
  expect(answers).toEqual([
    { ok: true, value: null },
    { ok: true, value: null },
  ]);
  expect((await list()).rows).toHaveLength(1);
  expect(await emailRows()).toHaveLength(1);

  await send({ ...form, message: "And my code?" });
  expect((await list()).rows).toHaveLength(2);
});

test("[S2.27] a signed-in writer's account stands with the message", async () => {
  const { userId } = await aCustomer(shop);
  await send(aMessage(), "198.51.100.7", userId);
  expect(await shop.services.db.$count(contactMessages, eq(contactMessages.userId, userId))).toBe(1);
});

test("[S2.27] an address that wrote often must wait, and nothing of it is stored until then", async () => {
  const start = new Date();
  shop.setNow(start);
  for (let n = 0; n < MESSAGES_MAX; n += 1) await send(aMessage(), "203.0.113.1");
  expect(await send(aMessage({ message: "one more" }), "203.0.113.1")).toMatchObject({ code: "tooManyRequests", kind: "limited" });
  expect((await list()).rows).toHaveLength(MESSAGES_MAX);
  expect(await emailRows()).toHaveLength(MESSAGES_MAX);
  expect(await send(aMessage({ email: "ravi@example.com" }), "203.0.113.2")).toMatchObject({ ok: true });

  shop.setNow(new Date(start.getTime() + CONTACT_MESSAGES_WINDOW_MS));
  expect(await send(aMessage({ message: "one more" }), "203.0.113.1")).toMatchObject({ ok: true });
});

test("[S2.27] a message that could not be stored is no attempt", async () => {
  const { services } = shop;
  const { $client: pool } = services.db;
  const $client = { query: pool.query.bind(pool), connect: () => Promise.reject(new Error("the disk is full")) };
  const broken = { ...services, db: Object.assign(Object.create(services.db), { $client }) };
  const writer = { userId: null, address: "203.0.113.3" };
  for (let n = 0; n < MESSAGES_MAX; n += 1) await expect(sendMessage(broken, writer, aMessage())).rejects.toThrow("full");
  expect(await send(aMessage(), writer.address)).toMatchObject({ ok: true });
});

test("[S2.27] a message with the field that people do not see filled in is refused and not stored; sent again without it, it is stored", async () => {
  const message = aMessage({ leaveEmpty: "https://asha.example" });
  expect(await send(message)).toMatchObject({ ok: false, kind: "invalid", code: "hiddenFieldFilled" });
  expect((await list()).rows).toEqual([]);
  expect(await emailRows()).toEqual([]);
  for (const leaveEmpty of ["", null, undefined]) expect(await send({ ...message, leaveEmpty })).toEqual({ ok: true, value: null });
  expect((await list()).rows).toHaveLength(1);
});

test.each([
  [{ name: " " }, "nameRequired", "name"],
  [{ email: "asha" }, "emailInvalid", "email"],
  [{ message: " \r\n " }, "fieldRequired", "message"],
  [{ message: "x".repeat(5_001) }, "fieldTooLong", "message"],
])("[S2.27] a message refuses %j", (wrong, code, field) => {
  expect(parsed(MessageForm, { ...aMessage(), ...wrong })).toMatchObject({ ok: false, code, field });
});

test("[S2.27] [S14.8] messages to answer are listed oldest first and all of them newest first, page by page, with one statement", async () => {
  const start = Date.now();
  for (let n = 0; n <= PAGE_SIZE; n += 1) {
    shop.setNow(new Date(start + Math.floor(n / 3) * 1_000));
    await send(aMessage({ email: `asha-${n}@example.com`, message: `message ${n}` }), `address ${n}`);
  }
  const { value: first, statements } = await countQueries(shop, (services) =>
    listMessages(services, anOwner, { state: "open", after: null }),
  );
  expect(statements).toBe(1);
  expect(first.rows).toHaveLength(PAGE_SIZE);
  for (const [state, sign] of [
    ["open", 1],
    ["all", -1],
  ] as const) {
    const begun = await list(state);
    const second = await list(state, begun.next);
    expect(second).toMatchObject({ next: null });
    expect(new Set([...begun.rows, ...second.rows].map(({ message }) => message)).size).toBe(PAGE_SIZE + 1);
    const times = [...begun.rows, ...second.rows].map(({ at }) => at.getTime());
    expect(times).toEqual([...times].sort((one, other) => sign * (one - other)));
  }
});

test("[S2.27] an admin marks a message as handled, opens it again and deletes it, each recorded with who did it", async () => {
  await send(aMessage());
  const admin = await anAdmin(shop);
  const id = (await list()).rows[0]?.id ?? "";
  expect(await handleMessage(shop.services, admin, id, { handled: true })).toEqual({ ok: true, value: null });
  expect((await list()).rows).toMatchObject([{ handledAt: expect.any(Date) }]);
  expect((await list("open")).rows).toEqual([]);
  await handleMessage(shop.services, admin, id, { handled: true });
  await handleMessage(shop.services, admin, id, { handled: false });
  expect((await list("open")).rows).toHaveLength(1);
  expect(await deleteMessage(shop.services, admin, id)).toEqual({ ok: true, value: null });
  expect((await list()).rows).toEqual([]);

  expect((await audited()).map(({ action, adminId, subjectName }) => [action, adminId, subjectName])).toEqual([
    ["message-handled", admin.userId, "Asha"],
    ["message-reopened", admin.userId, "Asha"],
    ["message-deleted", admin.userId, "Asha"],
  ]);
  expect(JSON.stringify(await audited())).not.toContain("asha@example.com");
  expect(await handleMessage(shop.services, admin, id, { handled: true })).toMatchObject({ code: "messageNotFound", kind: "missing" });
});

test("[S2.27] of two admins who handle a message at once, one is recorded", async () => {
  await send(aMessage());
  const admins = [await anAdmin(shop), await anAdmin(shop)];
  const id = (await list()).rows[0]?.id ?? "";
  await Promise.all(admins.map((admin) => handleMessage(shop.services, admin, id, { handled: true })));
  expect(await audited()).toHaveLength(1);
  const answers = await Promise.all(admins.map((admin) => deleteMessage(shop.services, admin, id)));
  expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(await audited()).toHaveLength(2);
});

test("[S6.3] nobody else handles or deletes a message, and nothing is written", async () => {
  await send(aMessage());
  const id = (await list()).rows[0]?.id ?? "";
  for (const visitor of [aGuest(), await aCustomer(shop)]) {
    expect(await handleMessage(shop.services, visitor, id, { handled: true })).toMatchObject({ code: "rightMissing" });
    expect(await deleteMessage(shop.services, visitor, id)).toMatchObject({ code: "rightMissing" });
  }
  expect((await list("open")).rows).toHaveLength(1);
  expect(await audited()).toEqual([]);
});
