import { afterAll, beforeAll, expect, test } from "vitest";
import { listActivity } from "#shop/audit/activity.server.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { DAY_MS } from "#shop/constants.ts";
import { aCustomer, aHelper, anAdmin, aPendingOrder } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import type { Admin } from "../visitor.ts";
import { findPerson } from "./find-person.server.ts";
import { listPeople } from "./list-people.server.ts";

const NOW = new Date("2026-05-01T10:00:00Z");

let shop: TestShop;
let owner: Admin;
let helper: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  shop.setNow(NOW);
  owner = await anAdmin(shop);
  helper = await aHelper(shop, ["read-orders", "decide-orders"]);
  const did = (action: "order-approved" | "order-rejected" | "claim-refused", daysAgo: number) =>
    recordAction(
      shop.services.db,
      helper,
      { action, subject: { kind: "order", id: `${action} ${daysAgo}`, name: "REQ-1" } },
      new Date(NOW.getTime() - daysAgo * DAY_MS),
    );
  for (const daysAgo of [0, 6, 8, 29, 31]) await did("order-approved", daysAgo);
  await did("order-rejected", 10);
  await did("claim-refused", 2);
  const added = { action: "ids-added", subject: { kind: "product", id: "p", name: "Account" }, facts: { count: 40 } } as const;
  const shown = { action: "ids-shown", subject: { kind: "product", id: "p", name: "Account" }, facts: { count: 7 } } as const;
  for (const daysAgo of [3, 12, 40]) await recordAction(shop.services.db, helper, shown, new Date(NOW.getTime() - daysAgo * DAY_MS));
  for (const daysAgo of [1, 20]) await recordAction(shop.services.db, helper, added, new Date(NOW.getTime() - daysAgo * DAY_MS));
});
afterAll(() => shop.close());

test("[S13.10] a person's page has the rights, the last time seen, and what was done in 7 and 30 days, each as the activity lists it", async () => {
  await shop.services.db.$client.query(
    "insert into sessions (id, token_hash, user_id, user_agent, created_at, updated_at, last_seen_at, expires_at) values ('s', sha256('s'), $1, 'Firefox/1 Windows', $2, $2, $2, $2::timestamptz + interval '1 hour')",
    [helper.userId, NOW],
  );
  const found = await findPerson(shop.services, owner, helper.userId);
  expect(found).toMatchObject({
    ok: true,
    value: { isOwner: false, rights: ["read-orders", "decide-orders"], lastSeenAt: NOW, devices: [{ id: "s", seenAt: NOW }] },
  });
  const numbers = found.ok ? found.value.numbers : [];
  expect(numbers).toEqual([
    { action: "order-approved", week: 2, month: 4 },
    { action: "order-rejected", week: 0, month: 1 },
    { action: "buyer-answered", week: 0, month: 0 },
    { action: "message-handled", week: 0, month: 0 },
    { action: "id-replaced", week: 0, month: 0 },
    { action: "claim-refused", week: 1, month: 1 },
    { action: "ids-added", week: 40, month: 80 },
    { action: "ids-shown", week: 7, month: 14 },
    { action: "payment-refunded", week: 0, month: 0 },
  ]);
  const since = new Date(NOW.getTime() - 30 * DAY_MS);
  const listed = await listActivity(shop.services, owner, { adminId: helper.userId, action: "order-approved", since });
  expect(listed.ok && listed.value.rows).toHaveLength(4);
});

test("[S13.10] the time to answer is the median from a buyer's first unanswered message to this person's answer", async () => {
  const at = (daysAgo: number, minutes = 0) => new Date(NOW.getTime() - daysAgo * DAY_MS + minutes * 60_000);
  const write = async (messages: [side: "buyer" | "shop", person: string | null, at: Date][]) => {
    const { id } = await aPendingOrder(shop);
    for (const [index, [side, person, when]] of messages.entries())
      await shop.services.db.$client.query(
        "insert into order_messages (id, order_id, number, side, person_id, text, at) values ($1, $2, $3, $4, $5, 'x', $6)",
        [crypto.randomUUID(), id, index + 1, side, person, when],
      );
  };
  const [own, other] = [helper.userId, owner.userId];
  // Answered after 10 minutes, counted from the first of two; what follows an answer is no answer.
  await write([
    ["buyer", null, at(2)],
    ["buyer", null, at(2, 5)],
    ["shop", own, at(2, 10)],
    ["shop", own, at(2, 50)],
  ]);
  await write([
    ["shop", own, at(3)],
    ["buyer", null, at(3, 5)],
    ["shop", own, at(3, 35)],
  ]);
  await write([
    ["buyer", null, at(20)],
    ["shop", own, at(20, 60)],
  ]);
  await write([
    ["buyer", null, at(1)],
    ["shop", other, at(1, 600)],
  ]);
  await write([
    ["buyer", null, at(40)],
    ["shop", own, at(40, 600)],
  ]);
  const found = await findPerson(shop.services, owner, helper.userId);
  expect(found.ok && found.value.answerTimes).toEqual({ weekMs: 20 * 60_000, monthMs: 30 * 60_000 });
  const owners = await findPerson(shop.services, owner, owner.userId);
  expect(owners.ok && owners.value.answerTimes).toEqual({ weekMs: 600 * 60_000, monthMs: 600 * 60_000 });
});

test("[S13.10] people are listed owners first, customers never; a customer has no page there, and nobody but owners reads it", async () => {
  const customer = await aCustomer(shop);
  const { people } = await listPeople(shop.services, owner);
  expect(people.map(({ id, isOwner, rights }) => [id, isOwner, rights])).toEqual([
    [owner.userId, true, []],
    [helper.userId, false, ["read-orders", "decide-orders"]],
  ]);
  expect(await findPerson(shop.services, owner, customer.userId)).toMatchObject({ code: "personNotFound" });
  expect(await findPerson(shop.services, helper, owner.userId)).toMatchObject({ code: "rightMissing" });
});
