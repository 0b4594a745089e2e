import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { aCustomer, aGuest, anAdmin, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { type ActivityFilter, listActivity } from "./activity.server.ts";
import type { AuditedAction } from "./audited-action.ts";
import { recordAction } from "./record-action.server.ts";

let shop: TestShop;
let one: Admin;
let other: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  [one, other] = [await anAdmin(shop, { email: "one@shop.example" }), await anAdmin(shop, { email: "other@shop.example" })];
});
afterAll(() => shop.close());

const record = (admin: Admin, action: AuditedAction, at = new Date("2026-11-21T12:00:00Z")) =>
  inTransaction(shop.services.db, (tx) => recordAction(tx, admin, action, at));
const anOrder = (name: string) => ({ kind: "order", id: name.toLowerCase(), name }) as const;

async function list(filter: ActivityFilter = {}) {
  const activity = await listActivity(shop.services, one, filter);
  if (!activity.ok) throw new Error(activity.code);
  return activity.value;
}

test("[S4.6] nobody did anything yet", async () => {
  expect(await list()).toEqual({ rows: [], next: null, admins: [] });
});

test("[S4.6] what admins did comes latest first with who, what and when, by kind, by admin and by name", async () => {
  await record(one, { action: "order-approved", subject: anOrder("REQ-AAA") });
  await record(other, { action: "id-replaced", subject: anOrder("REQ-AAA"), facts: { position: 2 } }, new Date("2026-11-21T13:00:00Z"));
  await record(
    one,
    { action: "product-hidden", subject: { kind: "product", id: "p", name: "50% off_account" } },
    new Date("2026-11-20T13:00:00Z"),
  );

  const { rows, next, admins } = await list();
  expect(next).toBeNull();
  expect(rows.map(({ action }) => action)).toEqual(["id-replaced", "order-approved", "product-hidden"]);
  expect(rows[0]).toEqual({
    id: expect.any(String),
    at: new Date("2026-11-21T13:00:00Z"),
    adminId: other.userId,
    adminName: "other@shop.example",
    action: "id-replaced",
    subject: anOrder("REQ-AAA"),
    facts: { position: 2 },
    hasPage: true,
  });
  expect(rows.map(({ hasPage }) => hasPage)).toEqual([true, true, false]);
  expect(admins).toEqual([
    { id: one.userId, name: "one@shop.example" },
    { id: other.userId, name: "other@shop.example" },
  ]);

  const actions = async (filter: ActivityFilter) => (await list(filter)).rows.map(({ action }) => action);
  expect(await actions({ kind: "product" })).toEqual(["product-hidden"]);
  expect(await actions({ adminId: other.userId })).toEqual(["id-replaced"]);
  expect(await actions({ search: "q-aa" })).toEqual(["id-replaced", "order-approved"]);
  expect(await actions({ search: "0% off_" })).toEqual(["product-hidden"]);
  expect(await actions({ search: "%" })).toEqual(["product-hidden"]);
  expect(await actions({ kind: "order", adminId: one.userId, search: "REQ" })).toEqual(["order-approved"]);
  expect(await actions({ after: "what is this" })).toHaveLength(3);
  await aProduct(shop, { id: "p", translations: { hi: { name: "आधा दाम" } } });
  expect(await actions({ search: "आधा" }), "by its name in another language").toEqual(["product-hidden"]);
});

test("[S4.6] page by page nothing is missing and nothing comes twice, also where many were done in one moment", async () => {
  for (let n = 0; n < PAGE_SIZE + 5; n += 1) await record(one, { action: "order-paid", subject: anOrder(`REQ-MANY${n}`) });
  const first = await list({ search: "REQ-MANY" });
  const second = await list({ search: "REQ-MANY", after: first.next });
  expect([first.rows.length, second.rows.length, second.next]).toEqual([PAGE_SIZE, 5, null]);
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(PAGE_SIZE + 5);
});

test("[S6.3] what admins did is for admins alone", async () => {
  for (const visitor of [aGuest(), await aCustomer(shop)]) {
    expect(await listActivity(shop.services, visitor)).toMatchObject({ code: "rightMissing" });
  }
});
