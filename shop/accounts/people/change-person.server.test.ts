import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import type { Right } from "#shop/rights.ts";
import { everyRow } from "#tests/support/database/every-row.ts";
import { aCustomer, aHelper, anAdmin, aPendingOrder } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { changeRights, disablePerson, enablePerson, makeOwner, removePerson } from "./change-person.server.ts";

let shop: TestShop;
let owner: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  owner = await anAdmin(shop);
});
afterAll(() => shop.close());

const query = async (text: string, values: unknown[]) => (await shop.services.db.$client.query(text, values)).rows;
const stateOf = async (userId: string) => (await query("select role, rights, disabled from users where id = $1", [userId]))[0];
const lastAction = async () => (await query("select action, subject_id, facts from audit_entries order by id desc limit 1", []))[0];

async function aSession(userId: string): Promise<void> {
  await query(
    "insert into sessions (id, token_hash, user_id, created_at, updated_at, last_seen_at, expires_at) values ($1, sha256(convert_to($1, 'UTF8')), $2, now(), now(), now(), now() + interval '1 hour')",
    [crypto.randomUUID(), userId],
  );
}
const sessionsOf = async (userId: string) => (await query("select from sessions where user_id = $1", [userId])).length;

test("[S13.8] an owner changes the rights of a helper, whose sessions go on, and it is recorded with them", async () => {
  const helper = await aHelper(shop, ["read-orders"]);
  await aSession(helper.userId);
  expect(await changeRights(shop.services, owner, helper.userId, ["see-ids", "decide-orders", "see-ids"])).toMatchObject({ ok: true });
  expect(await stateOf(helper.userId)).toEqual({ role: "helper", rights: ["decide-orders", "see-ids"], disabled: false });
  expect(await sessionsOf(helper.userId)).toBe(1);
  expect(await lastAction()).toMatchObject({
    action: "rights-changed",
    subject_id: helper.userId,
    facts: { rights: "decide-orders, see-ids" },
  });
  expect(await changeRights(shop.services, owner, helper.userId, [])).toMatchObject({ code: "rightsRequired", field: "rights" });
});

test("[S13.8] a helper becomes an owner, an owner a helper, and each logs in anew", async () => {
  const helper = await aHelper(shop, ["manage-stock"]);
  await aSession(helper.userId);
  expect(await makeOwner(shop.services, owner, helper.userId)).toMatchObject({ ok: true });
  expect([await stateOf(helper.userId), await sessionsOf(helper.userId)]).toEqual([{ role: "admin", rights: [], disabled: false }, 0]);
  await aSession(helper.userId);
  expect(await changeRights(shop.services, owner, helper.userId, ["see-figures"])).toMatchObject({ ok: true });
  expect([await stateOf(helper.userId), await sessionsOf(helper.userId)]).toEqual([
    { role: "helper", rights: ["see-figures"], disabled: false },
    0,
  ]);
});

test("[S13.8] a disabled person is logged out and comes back with the same rights; a removed one is a customer", async () => {
  const helper = await aHelper(shop, ["handle-money"]);
  await aSession(helper.userId);
  expect(await disablePerson(shop.services, owner, helper.userId)).toMatchObject({ ok: true });
  expect(await sessionsOf(helper.userId)).toBe(0);
  expect(await enablePerson(shop.services, owner, helper.userId)).toMatchObject({ ok: true });
  expect(await stateOf(helper.userId)).toEqual({ role: "helper", rights: ["handle-money"], disabled: false });
  await aSession(helper.userId);
  // A private link that the helper made or read opened an order of somebody else.
  const { id: orderId } = await aPendingOrder(shop);
  await query("insert into order_views (id, order_id, user_id, added_at) values ($1, $2, $3, now())", [
    crypto.randomUUID(),
    orderId,
    helper.userId,
  ]);
  expect(await removePerson(shop.services, owner, helper.userId)).toMatchObject({ ok: true });
  expect(await query("select from order_views where user_id = $1", [helper.userId])).toEqual([]);
  expect([await stateOf(helper.userId), await sessionsOf(helper.userId)]).toEqual([{ role: "customer", rights: [], disabled: false }, 0]);
  expect(await lastAction()).toMatchObject({ action: "person-removed" });
});

const commands = {
  changeRights: (as: Admin, userId: string) => changeRights(shop.services, as, userId, ["see-ids"]),
  makeOwner: (as: Admin, userId: string) => makeOwner(shop.services, as, userId),
  disablePerson: (as: Admin, userId: string) => disablePerson(shop.services, as, userId),
  removePerson: (as: Admin, userId: string) => removePerson(shop.services, as, userId),
};

test.each(Object.entries(commands))(
  "[S13.8] %s is for owners who give their password, about people who work in the shop; refused, it writes nothing",
  async (_, command) => {
    const helper = await aHelper(shop, ["read-orders"]);
    const every: Right[] = ["read-orders", "decide-orders", "answer-buyers", "manage-stock", "see-ids", "handle-money", "see-figures"];
    const busy = await aHelper(shop, every);
    const customer = await aCustomer(shop);
    const { hasShownPassword: _shown, ...silent } = owner;
    const before = await everyRow(shop.databaseUrl);
    expect(await command({ ...busy, hasShownPassword: true }, helper.userId)).toMatchObject({ code: "rightMissing" });
    expect(await command({ ...busy, hasShownPassword: true }, busy.userId)).toMatchObject({ code: "rightMissing" });
    expect(await command(silent, helper.userId)).toMatchObject({ code: "currentPasswordNeeded" });
    expect(await command(owner, customer.userId)).toMatchObject({ code: "personNotFound" });
    expect(await command(owner, "nobody")).toMatchObject({ code: "personNotFound" });
    expect(await everyRow(shop.databaseUrl)).toEqual(before);
  },
);

test("[S13.1] the database knows the rights, gives none to customers and owners, and takes those of a removed helper", async () => {
  const helper = await aHelper(shop, ["see-ids"]);
  const [customer, other] = [await aCustomer(shop), await anAdmin(shop)];
  const give = (userId: string, rights: string[]) => query("update users set rights = $2 where id = $1", [userId, rights]);
  for (const [userId, rights] of [
    [helper.userId, []],
    [helper.userId, ["own-shop"]],
    [helper.userId, ["read-orders", "everything"]],
    [customer.userId, ["read-orders"]],
    [other.userId, ["read-orders"]],
  ] as const)
    await expect(give(userId, [...rights])).rejects.toThrow("users_rights_check");
  // As a release does that knows nothing of rights.
  await query("update users set role = 'customer' where id = $1", [helper.userId]);
  expect(await stateOf(helper.userId)).toMatchObject({ role: "customer", rights: [] });
});

test("[S13.8] the last enabled owner stays, also when two owners act on each other at once", async () => {
  const here = await openTestShop();
  try {
    const [one, other] = [await anAdmin(here), await anAdmin(here)];
    const acts = [
      (as: Admin, on: Admin) => removePerson(here.services, as, on.userId),
      (as: Admin, on: Admin) => changeRights(here.services, as, on.userId, ["see-ids"]),
      (as: Admin, on: Admin) => disablePerson(here.services, as, on.userId),
    ];
    for (const act of acts) {
      const answers = await Promise.all([act(one, other), act(other, one)]);
      // Whoever comes second is no owner any more.
      expect(answers.map((answer) => (answer.ok ? "done" : answer.code)).sort()).toEqual(["done", "rightMissing"]);
      await here.services.db.$client.query("update users set role = 'admin', rights = '{}', disabled = false");
      for (const alone of [one, other])
        await here.services.db.$client.query("update users set disabled = $1 where id = $2", [alone === other, alone.userId]);
      expect(await act(one, one)).toMatchObject({ code: "lastAdmin" });
      await here.services.db.$client.query("update users set disabled = false");
    }
  } finally {
    await here.close();
  }
});
