import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { WorkingMail } from "#platform/mail/mail.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { queueEmail } from "./queue-email.server.ts";

const mail: WorkingMail = { isOn: true, origin: "https://shop.example", connections: 5, send: async () => ({ ok: true }) };

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterEach(() => shop.services.db.$client.query("delete from emails; delete from graphile_worker._private_jobs"));
afterAll(() => shop.close());

async function outbox() {
  const { rows } = await shop.services.db.$client.query("select * from emails");
  return rows;
}

async function queue(): Promise<unknown[]> {
  const { rows } = await shop.services.db.$client.query(
    "select j.task_identifier, j.key, p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)",
  );
  return rows;
}

test("an email and its job are written in the command's transaction, and neither is when that rolls back", async () => {
  const services = { ...shop.services, mail };
  const broken = inTransaction(services.db, async (tx) => {
    await queueEmail(services, tx, { kind: "contact-message", to: "owner" });
    throw new Error("later step");
  });
  await expect(broken).rejects.toThrow("later step");
  expect(await outbox()).toEqual([]);
  expect(await queue()).toEqual([]);

  const id = await inTransaction(services.db, (tx) =>
    queueEmail(services, tx, { kind: "contact-message", to: { email: "asha@example.com" }, facts: { it: "is" } }),
  );
  const [row] = await outbox();
  expect(row).toMatchObject({ id, kind: "contact-message", state: "waiting", attempts: 0, facts: { it: "is" } });
  expect(row.next_attempt_at).toEqual(row.created_at);
  expect(await queue()).toEqual([{ task_identifier: "send-emails", key: null, payload: {} }]);
});

test("the address is stored encrypted, and the queue has none", async () => {
  const services = { ...shop.services, mail };
  await inTransaction(services.db, (tx) => queueEmail(services, tx, { kind: "contact-message", to: { email: "asha@example.com" } }));
  const [row] = await outbox();
  expect(JSON.stringify([row, await queue()])).not.toContain("asha@");
  expect(services.vault.decrypt(placeOf("emails.recipient", row.id), row.recipient)).toBe("asha@example.com");
});

test("without mail an email is only stored, with no job", async () => {
  await inTransaction(shop.services.db, (tx) => queueEmail(shop.services, tx, { kind: "contact-message", to: "owner" }));
  expect(await outbox()).toMatchObject([{ state: "kept", recipient: null, next_attempt_at: null }]);
  expect(await queue()).toEqual([]);
});
