import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openHttpClient } from "#platform/http-client/open-http-client.server.ts";
import { tablesWith, wholeDatabase } from "#tests/support/database/whole-database.ts";
import { noPaymentApis } from "#tests/support/payments/no-payment-apis.ts";
import { aBrowser, aPushForm } from "#tests/support/push/browser.ts";
import { type NotifiedShop, openNotifiedShop } from "#tests/support/push/notified-shop.ts";
import { aCustomer, aGuest, anAdmin, aPendingOrder } from "#tests/support/shop/builders.ts";
import { PUSH_DEVICES_MAX, PUSH_ENDPOINT_MAX_LENGTH } from "./constants.ts";
import { addPushDevice, listPushDevices, removePushDevice, renewPushDevice } from "./push-devices.server.ts";
import { PushForm } from "./push-form.ts";

let here: NotifiedShop;
beforeAll(async () => {
  here = await openNotifiedShop();
});
afterEach(() => here.beginAnew());
afterAll(() => here.close());

const sql = (text: string, values: unknown[] = []) => here.services.db.$client.query(text, values);
const actions = async () =>
  (await sql("select action from audit_entries where action like 'push-%' order by id")).rows.map(({ action }) => action);

test("[S12.10] addresses that no push service has, and keys that are none, are refused, and nothing is written", async () => {
  const httpClient = openHttpClient({ allowsPrivate: false, botApi: null, paymentApis: noPaymentApis }, { origin: null });
  const strict = { ...here.services, httpClient };
  const sessionId = await here.aSession();
  const add = (form: object) => {
    const read = PushForm.safeParse({ ...aPushForm(), ...form });
    return read.success
      ? addPushDevice(strict, here.admin, read.data, { sessionId, userAgent: null })
      : { code: read.error.issues[0]?.message };
  };
  const endpoints = [
    "",
    "push",
    "ftp://push.example/x",
    "http://push.example/x",
    "https://name:word@push.example/x",
    "https://localhost/x",
    "https://127.0.0.1/x",
    "https://10.0.0.1/x",
    "https://169.254.169.254/latest",
    "https://[::1]/x",
    "https://[::ffff:127.0.0.1]/",
    `https://push.example/${"x".repeat(PUSH_ENDPOINT_MAX_LENGTH)}`,
  ];
  for (const endpoint of endpoints) expect(await add({ endpoint }), endpoint).toMatchObject({ code: "pushNotUsable" });
  for (const keys of [{ p256dh: "A".repeat(87) }, { p256dh: "short" }, { auth: "" }, { auth: "x".repeat(23) }, { p256dh: undefined }])
    expect(await add(keys), JSON.stringify(keys)).toMatchObject({ code: "pushNotUsable" });
  expect(await here.devices()).toEqual([]);
  expect(await add({})).toMatchObject({ ok: true });
});

test("[S12.10] address and keys are stored encrypted, and the list has neither", async () => {
  const { form, id } = await here.aDevice();
  const whole = await wholeDatabase(here.shop);
  const listed = await listPushDevices(here.services, here.admin);
  for (const secret of [form.endpoint, form.endpoint.split("/").at(-1) ?? "?", form.p256dh, form.auth]) {
    expect(tablesWith(whole, secret)).toEqual([]);
    expect(JSON.stringify(listed)).not.toContain(secret);
  }
  expect(listed).toMatchObject({ ok: true, value: [{ id, notifiedAt: null }] });
});

test("[S12.10] devices are for admins alone, and nobody sees, takes over or removes those of another", async () => {
  const other = await anAdmin(here.shop);
  const customer = await aCustomer(here.shop);
  const device = await here.aDevice();
  for (const visitor of [aGuest(), customer]) {
    const answers = [
      await addPushDevice(here.services, visitor, aPushForm(), { sessionId: device.sessionId, userAgent: null }),
      await renewPushDevice(here.services, visitor, device.form, device),
      await listPushDevices(here.services, visitor),
      await removePushDevice(here.services, visitor, device.id),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ ok: false, code: "adminsOnly" });
  }
  const othersSession = await here.aSession(other);
  const from = { sessionId: othersSession, userAgent: null };
  expect(await listPushDevices(here.services, other)).toEqual({ ok: true, value: [] });
  expect(await removePushDevice(here.services, other, device.id)).toMatchObject({ code: "pushDeviceNotFound" });
  expect(await addPushDevice(here.services, other, { ...aPushForm(), endpoint: device.form.endpoint }, from)).toMatchObject({
    code: "pushNotUsable",
  });
  await renewPushDevice(here.services, other, device.form, { sessionId: othersSession });
  expect(await addPushDevice(here.services, other, aPushForm(), { ...from, sessionId: device.sessionId })).toMatchObject({
    code: "adminsOnly",
  });
  expect((await sql("select user_id, session_id from push_devices")).rows).toEqual([
    { user_id: here.admin.userId, session_id: device.sessionId },
  ]);
  expect(await removePushDevice(here.services, here.admin, device.id)).toEqual({ ok: true, value: null });
  expect(await here.devices()).toEqual([]);
});

test("[S12.10] a browser that asks again replaces its row; on and off are recorded; an admin has ten devices at most", async () => {
  const before = (await actions()).length;
  const device = await here.aDevice();
  const again = { ...aPushForm(), endpoint: device.form.endpoint };
  const sessionId = await here.aSession();
  expect(await addPushDevice(here.services, here.admin, again, { sessionId, userAgent: "x" })).toEqual({ ok: true, value: device.id });
  await removePushDevice(here.services, here.admin, device.id);
  expect(await removePushDevice(here.services, here.admin, device.id)).toMatchObject({ code: "pushDeviceNotFound" });
  expect((await actions()).slice(before)).toEqual(["push-switched-on", "push-switched-off"]);

  const add = () =>
    addPushDevice(here.services, here.admin, aPushForm(`${here.pushService.url}/${randomUUID()}`), { sessionId, userAgent: null });
  const added = await Promise.all(Array.from({ length: PUSH_DEVICES_MAX + 2 }, add));
  expect(added.filter(({ ok }) => ok)).toHaveLength(PUSH_DEVICES_MAX);
  expect(added.find(({ ok }) => !ok)).toMatchObject({ code: "tooManyPushDevices", words: { n: PUSH_DEVICES_MAX } });
});

test("[S12.10] a session that ends before its time ends its device; one that ran out leaves it, and a new one takes it over", async () => {
  const [ended, ranOut, other] = [await here.aDevice(), await here.aDevice(), await here.aDevice()];
  await sql("update sessions set expires_at = now() - interval '1 second' where id = $1", [ranOut.sessionId]);
  await sql("delete from sessions where id = any($1)", [[ended.sessionId, ranOut.sessionId]]);
  expect(await here.devices()).toEqual([ranOut.id, other.id]);

  const sessionId = await here.aSession();
  expect(await renewPushDevice(here.services, here.admin, ranOut.form, { sessionId })).toEqual({ ok: true, value: null });
  await sql("delete from sessions where id = $1", [sessionId]);
  expect(await here.devices()).toEqual([other.id]);
});

test("[S12.10] an address that the browser changed takes the place of its former one, found by that or by the session, and is recorded", async () => {
  const device = await here.aDevice();
  const renew = async (form: object, sessionId: string) => {
    const browser = aBrowser(`${here.pushService.url}/send/${randomUUID()}`);
    expect(await renewPushDevice(here.services, here.admin, { ...browser.form, ...form }, { sessionId })).toEqual({
      ok: true,
      value: null,
    });
    return browser;
  };
  const before = (await actions()).length;
  const bySession = await renew({}, device.sessionId);
  const byAddress = await renew({ old: bySession.form.endpoint }, await here.aSession());
  expect(await here.devices()).toEqual([device.id]);
  expect((await actions()).slice(before)).toEqual(["push-renewed", "push-renewed"]);

  await aPendingOrder(here.shop);
  const [got, ...more] = await here.pushAll();
  expect(byAddress.form.endpoint.endsWith(got?.path ?? "?")).toBe(true);
  expect(got && byAddress.read(got.bytes)).toMatchObject({ topic: "order" });
  expect(more).toEqual([]);

  await renew({}, device.sessionId);
  expect(await here.devices(), "the session before has no device any more").toEqual([device.id]);
  await aPendingOrder(here.shop);
  here.shop.setNow(new Date(Date.now() + 60_000));
  expect((await here.pushAll()).map(({ path }) => byAddress.form.endpoint.endsWith(path))).toEqual([true]);
});

test("[S12.10] nobody turns another admin's notifications to themselves, knowing the address or not, and none go where they must not", async () => {
  const device = await here.aDevice();
  const thief = await anAdmin(here.shop);
  const sessionId = await here.aSession(thief);
  const asked = { ...aPushForm(`${here.pushService.url}/thief`), old: device.form.endpoint };
  const rows = async () => (await sql("select user_id, session_id, endpoint_hash, keys from push_devices")).rows;
  const before = await rows();
  await renewPushDevice(here.services, thief, asked, { sessionId });
  await renewPushDevice(here.services, thief, asked, device);
  await renewPushDevice(here.services, thief, { ...asked, old: undefined }, device);
  await renewPushDevice(here.services, here.admin, { ...asked, old: `${device.form.endpoint}x` }, device);
  for (const visitor of [aGuest(), await aCustomer(here.shop)])
    expect(await renewPushDevice(here.services, visitor, asked, device)).toMatchObject({ code: "adminsOnly" });

  const httpClient = openHttpClient({ allowsPrivate: false, botApi: null, paymentApis: noPaymentApis }, { origin: null });
  for (const wrong of [asked, { ...asked, endpoint: "http://push.example/x" }, { ...aPushForm(), auth: "short" }])
    expect(await renewPushDevice({ ...here.services, httpClient }, here.admin, wrong, device)).toMatchObject({ code: "pushNotUsable" });
  expect(await rows()).toEqual(before);

  const second = await here.aDevice(thief, sessionId);
  await renewPushDevice(here.services, thief, device.form, { sessionId });
  expect(await here.devices()).toEqual([device.id, second.id]);
});

test("[S12.10] an account that is no enabled admin any more is not notified, whoever changed it, also of what already waits", async () => {
  for (const change of ["role = 'customer'", "disabled = true"]) {
    const admin = await anAdmin(here.shop);
    await here.aDevice(admin);
    await aPendingOrder(here.shop);
    await sql(`update users set ${change} where id = $1`, [admin.userId]);
    expect(await here.devices(), change).toEqual([]);
    expect(await here.pushAll(), change).toEqual([]);
  }
  const admin = await anAdmin(here.shop);
  await here.aDevice(admin);
  await sql("update users set name = 'Asha', email = $2 where id = $1", [admin.userId, `${randomUUID()}@example.com`]);
  expect(await here.devices(), "another name changes nothing").toHaveLength(1);
  await sql("delete from users where id = $1", [admin.userId]);
  expect(await here.devices(), "a deleted account").toEqual([]);
});

test("[S12.10] a device that is added while its admin loses the rights is not notified", async () => {
  const admin = await anAdmin(here.shop);
  const sessionId = await here.aSession(admin);
  const demoting = await here.services.db.$client.connect();
  await demoting.query("begin");
  await demoting.query("update users set role = 'customer' where id = $1", [admin.userId]);
  const adding = addPushDevice(here.services, admin, aPushForm(), { sessionId, userAgent: null });
  await new Promise((resolve) => setTimeout(resolve, 50));
  await demoting.query("commit");
  demoting.release();
  expect(await adding).toMatchObject({ code: "adminsOnly" });
  expect(await here.devices()).toEqual([]);
});
