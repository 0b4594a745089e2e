import { afterAll, beforeAll, expect, test } from "vitest";
import { listActivity } from "#shop/audit/activity.server.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { DAY_MS } from "#shop/constants.ts";
import { aCustomer, aHelper, anAdmin } from "#tests/support/shop/builders.ts";
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
  const did = (action: "order-approved" | "order-rejected", daysAgo: number) =>
    recordAction(
      shop.services.db,
      helper,
      { action, subject: { kind: "order", id: `${action} ${daysAgo}`, name: "REQ-1" } },
      new Date(NOW.getTime() - daysAgo * DAY_MS),
    );
  for (const daysAgo of [0, 6, 8, 29, 31]) await did("order-approved", daysAgo);
  await did("order-rejected", 10);
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
    { action: "message-handled", week: 0, month: 0 },
    { action: "ids-added", week: 40, month: 80 },
    { action: "ids-shown", week: 7, month: 14 },
    { action: "payment-refunded", week: 0, month: 0 },
  ]);
  const since = new Date(NOW.getTime() - 30 * DAY_MS);
  const listed = await listActivity(shop.services, owner, { adminId: helper.userId, action: "order-approved", since });
  expect(listed.ok && listed.value.rows).toHaveLength(4);
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
