import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { aCustomer, anAdmin, anOwner } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { changeProviderMethod } from "./change-provider-method.server.ts";
import type { MethodChange } from "./method-forms.ts";
import { findProvider } from "./method-secrets.server.ts";
import { listProviderMethods } from "./payment-methods.server.ts";
import { testConnection } from "./test-connection.server.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterEach(() =>
  shop.services.db.$client.query(
    "update payment_methods set is_on = false, settings = '{}', secrets = null, old_webhook_secret = null, old_webhook_secret_until = null",
  ),
);
afterAll(() => shop.close());

const whole = { isOn: true, keyId: "rzp_live_1DP5mmOlF5G5ag", keySecret: "thisissupersecret0123", webhookSecret: "the-first-secret" };
const empty = { isOn: false, keyId: null, keySecret: null, webhookSecret: null };
const change = (form: Partial<typeof empty | typeof whole>) =>
  changeProviderMethod(shop.services, admin, "razorpay", { ...empty, ...form } as typeof empty);
const takes = async () => {
  shop.services.settings.forget();
  return (await readSettings(shop.services)).takesRazorpay;
};

test("[S10.1] a method is off at first, and cannot be switched on before it is complete", async () => {
  expect(await takes()).toBe(false);
  expect(await change({ isOn: true, keyId: whole.keyId })).toMatchObject({
    ok: false,
    kind: "invalid",
    code: "paymentMethodIncomplete",
    missing: ["keySecret", "webhookSecret"],
  });
  const [nothing] = await listProviderMethods(shop.services, anOwner);
  expect(nothing, "nothing was stored").toMatchObject({ isOn: false, settings: {}, secrets: {} });

  expect(await change({ ...whole, isOn: false })).toMatchObject({ ok: true, value: { missing: [], isTest: false } });
  expect(await change({ isOn: true, keyId: whole.keyId })).toMatchObject({ ok: true });
  expect(await takes()).toBe(true);
});

test("[S10.1] what a form does not have stays as it is, so an old page neither switches a method on nor brings a key back", async () => {
  const changePart = (part: MethodChange) => changeProviderMethod(shop.services, admin, "razorpay", part);
  await change(whole);
  expect(await changePart({ isOn: false })).toMatchObject({ value: { isOn: false, settings: { keyId: whole.keyId }, missing: [] } });
  expect(await changePart({ keyId: "rzp_live_another1", keySecret: null })).toMatchObject({ value: { isOn: false } });
  expect(await changePart({ webhookSecret: "the-second-secret" })).toMatchObject({
    value: { isOn: false, settings: { keyId: "rzp_live_another1" } },
  });
  expect(await changePart({ isOn: true })).toMatchObject({ value: { isOn: true, settings: { keyId: "rzp_live_another1" } } });
});

test("[S10.1] the switch does not count as a change of the keys, and any other key does", async () => {
  const changedAt = async (at: string, form: Parameters<typeof change>[0]) => {
    shop.setNow(new Date(at));
    await change(form);
    return (await listProviderMethods(shop.services, anOwner))[0]?.changedAt.toISOString();
  };
  const [first, second, third] = ["2026-11-26T12:00:00.000Z", "2026-11-26T12:01:00.000Z", "2026-11-26T12:02:00.000Z"] as const;
  expect(await changedAt(first, whole)).toBe(first);
  expect(await changedAt(second, { isOn: false, keyId: whole.keyId })).toBe(first);
  expect(await changedAt(third, { isOn: true, keyId: whole.keyId, webhookSecret: "the-second-secret" })).toBe(third);
  shop.setNow();
});

test("[S10.1] the last payment method cannot be switched off", async () => {
  await change(whole);
  const { $client } = shop.services.db;
  await $client.query("update shop_settings set takes_request = false, takes_amazon = false");
  expect(await change({ keyId: whole.keyId })).toMatchObject({ ok: false, code: "paymentMethodNeeded" });
  expect(await takes()).toBe(true);
  await $client.query("update shop_settings set takes_amazon = true");
  expect(await change({ keyId: whole.keyId })).toMatchObject({ ok: true });
  await $client.query("update shop_settings set takes_request = true");
});

test("[S10.1] a public shop needs an https address, because the provider calls it, and published pages", async () => {
  const publicShop = { ...shop.services, isPublic: true };
  const changed = await changeProviderMethod(publicShop, admin, "razorpay", whole);
  expect(changed).toMatchObject({ missing: ["httpsAddress", "pages"] });
});

test("[S10.16] secrets are stored encrypted, shown by their last four, and stay when they are left out", async () => {
  await change(whole);
  const { rows } = await shop.services.db.$client.query("select secrets from payment_methods where name = 'razorpay'");
  expect(rows[0].secrets.toString("latin1")).not.toContain("supersecret");
  const [shown] = await listProviderMethods(shop.services, anOwner);
  expect(shown).toMatchObject({ secrets: { keySecret: "0123", webhookSecret: "cret" } });
  expect(JSON.stringify(shown)).not.toContain("supersecret");
  await change({ isOn: true, keyId: whole.keyId, webhookSecret: "the-second-secret" });
  expect((await listProviderMethods(shop.services, anOwner))[0]).toMatchObject({ secrets: { keySecret: "0123" } });
});

test("[S10.16] the webhook secret before counts for 24 hours, also when another part changes meanwhile", async () => {
  shop.setNow(new Date("2026-11-26T12:00:00Z"));
  await change(whole);
  await change({ isOn: true, keyId: whole.keyId, webhookSecret: "the-second-secret" });
  await change({ isOn: true, keyId: whole.keyId, webhookSecret: "the-second-secret" });
  const { createHmac } = await import("node:crypto");
  const outcomeOf = async (secret: string, at: string) => {
    const headers = new Headers({ "x-razorpay-signature": createHmac("sha256", secret).update("{}").digest("hex") });
    return (await findProvider(shop.services, "razorpay"))?.parseWebhook(headers, Buffer.from("{}"), new Date(at)).outcome;
  };
  expect(await outcomeOf("the-first-secret", "2026-11-27T11:59:59Z")).toBe("event");
  expect(await outcomeOf("the-first-secret", "2026-11-27T12:00:00Z")).toBe("forged");
  expect(await outcomeOf("the-second-secret", "2026-11-28T12:00:00Z")).toBe("event");
  shop.setNow();
});

test("[S10.16] the audit log names what changed, and no value", async () => {
  await change(whole);
  const { rows } = await shop.services.db.$client.query(
    "select action, facts from audit_entries where action = 'payment-method-changed' order by id desc limit 1",
  );
  expect(rows).toMatchObject([{ facts: { isOn: true, fields: "keyId, keySecret, webhookSecret" } }]);
});

test("[S10.1] only admins set up a method or test it, and without keys there is nothing to test", async () => {
  const customer = await aCustomer(shop);
  expect(await changeProviderMethod(shop.services, customer, "razorpay", whole)).toMatchObject({ code: "rightMissing" });
  expect(await testConnection(shop.services, customer, "razorpay")).toMatchObject({ code: "rightMissing" });
  expect(await testConnection(shop.services, admin, "razorpay")).toMatchObject({ code: "paymentMethodIncomplete" });
  await change(whole);
  expect(await testConnection(shop.services, admin, "razorpay")).toMatchObject({ ok: true, value: { outcome: "unsure" } });
});
