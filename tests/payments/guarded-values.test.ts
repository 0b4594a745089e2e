import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { setPassword } from "#shop/accounts/passwords/set-password.server.ts";
import { withOwnPassword } from "#shop/accounts/passwords/with-own-password.server.ts";
import { codeOf, stepAt } from "#shop/accounts/second-factor/one-time-code.server.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { composeEmail } from "#shop/emails/sending/compose-email.server.ts";
import { emails } from "#shop/emails/tables.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { addWebhook } from "#shop/webhooks/subscriptions.server.ts";
import { openTestAuth } from "#tests/support/accounts/auth.ts";
import { openApi, refusalIn } from "#tests/support/api/api.ts";
import { anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

const PASSWORD = "the password of an admin";

let shop: TestShop;
let admin: Admin;
let other: Admin;
let call: ReturnType<typeof openApi>;
beforeAll(async () => {
  shop = await openTestShop();
  // As a request brings them: nobody has shown a password for anything.
  [admin, other] = [unshown(await anAdmin(shop)), unshown(await anAdmin(shop))];
  const passwordHash = await openTestAuth(shop.services).hash(PASSWORD);
  await inTransaction(shop.services.db, (tx) => setPassword(tx, { userId: admin.userId, passwordHash, at: shop.services.now() }));
  call = openApi(shop.services);
});
beforeEach(() => query("delete from emails"));
afterAll(() => shop.close());

const query = (text: string, values: unknown[] = []) => shop.services.db.$client.query(text, values);
const unshown = ({ hasShownPassword, ...visitor }: Admin): Admin => visitor;
const put = (path: string, json: object) => call(path, { as: admin, method: "PUT", json });
const UPI = "/api/admin/payment-methods/upi";
const upi = { isOn: false, vpa: "owner@okbank", payeeName: "Owner", isMerchantVpa: false };
const razorpay = { isOn: false, keyId: "rzp_test_1DP5mmOlF5G5ag", keySecret: "abcdefgh12345678", webhookSecret: "hook-secret-6789" };

const recorded = async () =>
  (await query("select subject_name, facts from audit_entries where action = 'guarded-value-changed' order by id")).rows.map(
    ({ subject_name, facts }) => [subject_name, facts.before, facts.after],
  );
const written = async () => {
  const settings = await readSettings(shop.services);
  const rows = await shop.services.db.select().from(emails);
  const composed = await Promise.all(rows.map((row) => composeEmail(shop.services, row, settings, "https://shop.example")));
  return composed.map((one) => ({ to: one?.to.join(), subject: one?.email.subject, text: one?.email.text }));
};

test("[S10.1] another UPI ID needs the own password; every admin is told both values, and the audit log has them", async () => {
  expect(await refusalIn(await put(UPI, upi))).toMatchObject({ status: 422, code: "currentPasswordNeeded" });
  expect(await refusalIn(await put(UPI, { ...upi, currentPassword: "a wrong one" }))).toMatchObject({ code: "wrongCurrentPassword" });
  expect([await recorded(), await written()], "nothing was written").toEqual([[], []]);
  expect((await put(UPI, { ...upi, currentPassword: PASSWORD })).status).toBe(200);
  expect((await put(UPI, { ...upi, vpa: "thief@okbank", currentPassword: PASSWORD })).status).toBe(200);
  expect(await recorded()).toEqual([
    ["vpa", null, "owner@okbank"],
    ["payeeName", null, "Owner"],
    ["vpa", "owner@okbank", "thief@okbank"],
  ]);
  const emailed = await written();
  expect(emailed.map(({ to }) => to).sort()).toEqual([admin.email, admin.email, other.email, other.email].sort());
  expect(emailed.map(({ text }) => text).join()).toContain("before: owner@okbank; now: thief@okbank");
});

test("[S10.1] a form that changes none of these values needs no password", async () => {
  expect((await put(UPI, { ...upi, vpa: "thief@okbank", isMerchantVpa: true })).status).toBe(200);
  const settings = await (await call("/api/admin/settings", { as: admin })).json();
  expect((await put("/api/admin/settings", { ...settings, name: "Night Mail" })).status).toBe(200);
  expect(await written()).toEqual([]);
});

test("[S10.1] keys of a provider need it too, and only their last four characters are written down", async () => {
  const path = "/api/admin/payment-methods/razorpay";
  expect(await refusalIn(await put(path, razorpay))).toMatchObject({ code: "currentPasswordNeeded" });
  expect((await put(path, { ...razorpay, currentPassword: PASSWORD })).status).toBe(200);
  expect((await put(path, { ...razorpay, keySecret: null, webhookSecret: "hook-secret-6789" })).status, "the same again").toBe(200);
  expect((await recorded()).slice(-3)).toEqual([
    ["razorpay: keyId", null, razorpay.keyId],
    ["razorpay: keySecret", null, "…5678"],
    ["razorpay: webhookSecret", null, "…6789"],
  ]);
  const text = (await written()).map((one) => one.text).join();
  expect(text).toContain("…5678");
  for (const secret of [razorpay.keySecret, razorpay.webhookSecret, PASSWORD]) expect(text).not.toContain(secret);
  const { rows } = await query("select coalesce(json_agg(a)::text, '') as log from audit_entries a");
  for (const secret of [razorpay.keySecret, razorpay.webhookSecret, PASSWORD]) expect(rows[0].log).not.toContain(secret);
});

test("[S1.4] how to pay needs it in each language, and another name of the shop does not", async () => {
  const settings = await (await call("/api/admin/settings", { as: admin })).json();
  const path = "/api/admin/settings";
  const hindi = { ...settings, translations: { ...settings.translations, hi: { ...settings.translations.hi, howToPay: "यहाँ" } } };
  for (const changed of [{ ...settings, howToPay: "Send it to thief@okbank" }, hindi]) {
    expect(await refusalIn(await put(path, changed))).toMatchObject({ status: 422, code: "currentPasswordNeeded" });
    expect((await put(path, { ...changed, currentPassword: PASSWORD })).status).toBe(200);
  }
  expect((await recorded()).map(([name]) => name)).toEqual(expect.arrayContaining(["en: howToPay", "hi: howToPay"]));
});

test("a new address of a webhook needs it, and its refusal stores nothing", async () => {
  const form = { url: "https://hook.example/", events: ["order.placed" as const] };
  expect(await addWebhook(shop.services, admin, form)).toMatchObject({ code: "currentPasswordNeeded", field: "currentPassword" });
  expect((await query("select 1 from subscriptions")).rows).toEqual([]);
  expect(await addWebhook(shop.services, { ...admin, hasShownPassword: true }, form)).toMatchObject({ ok: true });
  expect((await recorded()).at(-1)).toEqual(["webhookAddress", null, "https://hook.example/"]);
});

test("[S6.3] where the second factor is on, a code is asked for as well", async () => {
  const key = "A".repeat(32);
  await query("insert into second_factors (user_id, key, created_at, confirmed_at) values ($1, $2, now(), now())", [
    admin.userId,
    shop.services.vault.encrypt(placeOf("second_factors.key", admin.userId), key),
  ]);
  const asking = { services: shop.services, auth: openTestAuth(shop.services), visitor: admin, headers: new Headers() };
  const form = { url: "https://second.example/", events: ["order.placed" as const] };
  const add = (code?: string) =>
    withOwnPassword(asking, { currentPassword: PASSWORD, code }, (visitor) => addWebhook(shop.services, visitor, form));
  expect(await add()).toMatchObject({ code: "secondFactorCodeNeeded", field: "code" });
  expect(await add("000000")).toMatchObject({ code: "wrongCode", field: "code" });
  expect(await add(codeOf(key, stepAt(shop.services.now())))).toMatchObject({ ok: true });
});
