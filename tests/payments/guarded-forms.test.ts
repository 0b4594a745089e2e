import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { setPassword } from "#shop/accounts/passwords/set-password.server.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { addChat, addWebhook } from "#shop/webhooks/subscriptions.server.ts";
import { openTestAuth } from "#tests/support/accounts/auth.ts";
import { anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { action as changeAlerts, loader as loadAlerts } from "#web/admin/payments/alerts/bank-alerts.tsx";
import { action as changeHowToPay } from "#web/admin/payments/methods/how-to-pay.ts";
import { action as changeProvider } from "#web/admin/payments/methods/provider-method.tsx";
import { action as changeUpi } from "#web/admin/payments/methods/upi-method.tsx";
import { action as addAChat } from "#web/admin/webhooks/chat-addition.ts";
import { action as changeSubscription } from "#web/admin/webhooks/subscription-change.ts";
import { action as drawSecret } from "#web/admin/webhooks/subscription-secret.ts";
import { action as addAWebhook } from "#web/admin/webhooks/webhook-addition.ts";
import { requestContext } from "#web/context.ts";

const PASSWORD = "the password of an admin";

let shop: TestShop;
let admin: Admin;
const ids = { webhook: "", chat: "" };
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
  const passwordHash = await openTestAuth(shop.services).hash(PASSWORD);
  await inTransaction(shop.services.db, (tx) => setPassword(tx, { userId: admin.userId, passwordHash, at: shop.services.now() }));
  const shown = { ...admin, hasShownPassword: true as const };
  expect(await addWebhook(shop.services, shown, { url: "https://hook.example/", events: ["order.placed"] })).toMatchObject({ ok: true });
  expect(await addChat(shop.services, shown, { token: TOKEN, chatId: "-1001", events: ["order.placed"] })).toMatchObject({ ok: true });
  const { rows } = await shop.services.db.$client.query("select id, kind from subscriptions");
  ids.webhook = rows.find(({ kind }) => kind === "webhook")?.id ?? "";
  ids.chat = rows.find(({ kind }) => kind !== "webhook")?.id ?? "";
});
afterAll(() => shop.close());

const TOKEN = "123456:ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghi";

type Action = (args: never) => Promise<unknown>;
/** Posts a form to an action, as an admin's session alone brings it. */
async function send(action: Action, params: Record<string, string>, fields: Record<string, string>) {
  const { hasShownPassword, ...visitor } = admin;
  const context = new RouterContextProvider();
  context.set(requestContext, aRequest({ services: shop.services, auth: openTestAuth(shop.services), visitor, incident: "ABC23456" }));
  const request = new Request("http://shop/admin", { method: "POST", body: new URLSearchParams(fields) });
  const said = (await action({ request, params, context } as never)) as { data?: object };
  return said.data ?? said;
}

/** What is stored where the money goes and messages are sent, and what admins did. */
async function stored() {
  const tables = ["shop_settings", "payment_methods", "subscriptions", "audit_entries"];
  const all = tables.map((table) =>
    shop.services.db.$client.query(`select coalesce(json_agg(t order by t::text), '[]')::text as rows from ${table} t`),
  );
  return (await Promise.all(all)).map(({ rows }) => rows[0].rows);
}

const razorpay = { keyId: "rzp_test_1DP5mmOlF5G5ag", keySecret: "abcdefgh12345678", webhookSecret: "hook-secret-6789" };

test.each<[string, Action, () => Record<string, string>, Record<string, string>]>([
  ["UPI", changeUpi, () => ({}), { vpa: "thief@okbank", payeeName: "Thief" }],
  ["a provider", changeProvider, () => ({ name: "razorpay" }), razorpay],
  ["how to pay", changeHowToPay, () => ({}), { howToPay: "Send it to thief@okbank" }],
  ["a new webhook", addAWebhook, () => ({}), { url: "https://thief.example/", events: "order.placed" }],
  ["a new chat", addAChat, () => ({}), { token: `${TOKEN.slice(0, -1)}x`, chatId: "-1002", events: "order.placed" }],
  ["another secret of a webhook", drawSecret, () => ({ subscriptionId: ids.webhook }), {}],
  [
    "another token of a chat",
    changeSubscription,
    () => ({ subscriptionId: ids.chat }),
    { token: `${TOKEN.slice(0, -1)}y`, events: "order.placed" },
  ],
])("[S10.1] the page's form of %s asks for the own password, and writes nothing without it", async (_name, action, params, fields) => {
  const before = await stored();
  expect(await send(action, params(), fields)).toMatchObject({ ok: false, code: "currentPasswordNeeded" });
  expect(await send(action, params(), { ...fields, currentPassword: "a wrong one" })).toMatchObject({ code: "wrongCurrentPassword" });
  expect(await stored()).toEqual(before);
  expect(await send(action, params(), { ...fields, currentPassword: PASSWORD })).toMatchObject({ ok: true });
});

test("[S1.8] how to pay that changed since it was shown is not replaced before its admin was told", async () => {
  const fields = { howToPay: "By bank.", currentPassword: PASSWORD };
  const refused = await send(changeHowToPay, {}, { ...fields, seen: "an older print" });
  expect(refused).toMatchObject({ ok: false, code: "settingsChangedMeanwhile", typed: { howToPay: "By bank." } });
  expect(refused).not.toHaveProperty("typed.currentPassword");
  const { seen } = refused as { seen: string };
  expect(await send(changeHowToPay, {}, { ...fields, seen })).toMatchObject({ ok: true, seen: expect.not.stringMatching(seen) });
});

test("[S16.8] a page of before does not turn on again what a statement turned off", async () => {
  const context = new RouterContextProvider();
  context.set(requestContext, aRequest({ services: shop.services, visitor: admin, incident: "ABC23456" }));
  const seen = async () => (await loadAlerts({ context })).seen;
  const on = { alertsDeliver: "on", alertsDayMax: "500" };
  expect(await send(changeAlerts, {}, { ...on, seen: await seen() })).toMatchObject({ ok: true });
  const whileOn = await seen();
  expect(await send(changeAlerts, {}, { alertsDayMax: "500", seen: whileOn })).toMatchObject({ ok: true });
  const before = await stored();
  expect(await send(changeAlerts, {}, { ...on, seen: whileOn })).toMatchObject({ ok: false, code: "settingsChangedMeanwhile" });
  expect(await stored()).toEqual(before);
  expect(await send(changeAlerts, {}, { ...on, seen: await seen() })).toMatchObject({ ok: true });
});
