import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openVault } from "#platform/encryption/vault.server.ts";
import { openHttpClient } from "#platform/http-client/open-http-client.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { sendUtr } from "#shop/orders/payment/upi/send-utr.server.ts";
import { noPaymentApis } from "#tests/support/payments/no-payment-apis.ts";
import { type NotifiedShop, openNotifiedShop } from "#tests/support/push/notified-shop.ts";
import { aGuest, aHelper, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { settled, someMoney } from "#tests/support/shop/payments.ts";
import { switchUpiOn } from "#tests/support/shop/upi.ts";
import { PUSH_GAP_MS, PUSH_RETRIES } from "./constants.ts";
import { listPushDevices } from "./push-devices.server.ts";
import { runPushJob, sendTestPush } from "./send-push.server.ts";

let here: NotifiedShop;
beforeAll(async () => {
  here = await openNotifiedShop();
});
afterEach(async () => {
  await rejectAll();
  await here.beginAnew();
});
afterAll(() => here.close());

const setLanguage = (userId: string, language: string) =>
  here.services.db.$client.query("update users set language = $2 where id = $1", [userId, language]);

test("[S12.10] a new order reaches each admin's devices, encrypted, in the admin's language, and without an ID, a code or a buyer", async () => {
  const asha = await anAdmin(here.shop);
  await setLanguage(asha.userId, "hi");
  const [english, hindi] = [await here.aDevice(), await here.aDevice(asha)];
  const product = await aProduct(here.shop, { price: 499, ids: ["zq7-one", "zq7-two", "zq7-three"] });
  const order = await aPendingOrder(here.shop, { productId: product.id, email: "zq7-guest@example.com" });
  const jobs = await here.takeJobs();
  expect(jobs.map(({ payload }) => payload)).toEqual(
    [english.id, hindi.id].sort().map((deviceId) => ({ deviceId, topic: "order", paise: "49900", currency: "INR" })),
  );
  for (const { payload } of jobs) await runPushJob(here.services, payload);

  const of = (browser: typeof english) =>
    here.pushService.received.find(({ path }) => browser.form.endpoint.endsWith(path)) ?? expect.unreachable("nothing came");
  const news = english.read(of(english).bytes);
  expect(news).toEqual({ title: "Trackside", body: "A new order of ₹499.00 is waiting.", topic: "order", path: "/admin/orders" });
  expect(hindi.read(of(hindi).bytes).body).toBe("₹499.00 का एक नया ऑर्डर इंतज़ार में है।");
  expect(() => hindi.read(of(english).bytes), "another browser reads nothing").toThrow();
  expect(of(english).headers).toMatchObject({
    "content-encoding": "aes128gcm",
    ttl: "43200",
    urgency: "high",
    topic: "order",
    authorization: expect.stringMatching(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=[\w-]{87}$/),
  });
  const told = JSON.stringify([news, jobs, of(english)]);
  for (const secret of ["zq7", order.requestCode, order.id, product.id, product.name, order.accessKey ?? "?"])
    expect(told).not.toContain(secret);
});

test("[S12.10] what comes within seconds is told once, with how many wait, and nothing once no order waits", async () => {
  const device = await here.aDevice();
  const bodies = async () => (await here.pushAll()).map(({ bytes }) => device.read(bytes).body);
  await aPendingOrder(here.shop);
  await aPendingOrder(here.shop);
  expect(await bodies(), "two orders, one job").toEqual(["A new order of ₹499.00 came in. 2 orders are waiting."]);

  await aPendingOrder(here.shop);
  expect(await bodies(), "too soon").toEqual([]);
  const [later] = await here.takeJobs();
  expect(later?.key).toBe(`push-again:order:${device.id}`);
  expect(later?.delayMs).toBeGreaterThan(PUSH_GAP_MS - 5_000);
  here.shop.setNow(new Date(Date.now() + PUSH_GAP_MS));
  await runPushJob(here.services, later?.payload ?? {});
  expect(here.pushService.received).toHaveLength(2);

  here.shop.setNow(new Date(Date.now() + 3 * PUSH_GAP_MS));
  await aPendingOrder(here.shop);
  await rejectAll();
  expect(await bodies(), "somebody was faster").toEqual([]);
  expect(await here.takeJobs()).toEqual([]);
});

async function rejectAll(): Promise<void> {
  const { rows } = await here.services.db.$client.query<{ code: string }>(
    "select request_code as code from orders where status = 'pending'",
  );
  for (const { code } of rows) await rejectOrder(here.services, here.admin, code, { reason: "no" });
}

test("[S13.9] helpers hear of what their rights let them read, as the rights are when it is sent", async () => {
  const reader = await aHelper(here.shop, ["decide-orders"]);
  const devices = [await here.aDevice(reader), await here.aDevice(await aHelper(here.shop, ["handle-money", "manage-stock"]))];
  const heard = async () =>
    (await here.pushAll()).map(({ path }) => devices.findIndex((device) => device.form.endpoint.endsWith(path))).sort();
  await aPendingOrder(here.shop);
  expect(await heard()).toEqual([0]);
  here.shop.setNow(new Date(Date.now() + PUSH_GAP_MS));
  await here.services.db.$client.query("update users set rights = '{see-figures}' where id = $1", [reader.userId]);
  await aPendingOrder(here.shop);
  expect(await heard()).toEqual([]);
});

test("[S12.10] a payment to review and a claim to have paid are told, each under a topic of its own", async () => {
  const device = await here.aDevice();
  const messages = async () => {
    await here.services.db.$client.query("update push_devices set notified_at = null");
    return (await here.pushAll()).map(({ bytes, headers }) => ({ ...device.read(bytes), header: headers.topic }));
  };
  await settled(here.services, someMoney(null, { paise: 12_300 }));
  expect(await messages()).toEqual([
    { title: "Trackside", topic: "payment", header: "payment", path: "/admin/money", body: "A payment of ₹123.00 needs your review." },
  ]);

  await switchUpiOn(here.shop);
  const { requestCode, accessKey } = await aPendingOrder(here.shop, { paymentMethod: "upi" });
  await messages();
  await sendUtr(here.services, aGuest({ accessKey }), requestCode, { utr: "632912345678" }, null);
  expect(await messages()).toMatchObject([{ topic: "proof", path: "/admin/orders", body: "A payment proof for ₹499.00 needs a check." }]);
});

test("[S12.10] a device that its push service no longer knows is removed, and the others stay", async () => {
  const [dead, alive] = [await here.aDevice(), await here.aDevice()];
  for (const status of [404, 410]) {
    const gone = await here.aDevice();
    here.pushService.answerWith({ status });
    expect(await sendTestPush(here.services, here.admin, gone.id)).toMatchObject({ value: { problem: { code: "pushDeviceGone" } } });
    expect(await here.devices()).not.toContain(gone.id);
  }
  here.pushService.answerWith((response) => {
    response.writeHead(dead.form.endpoint.endsWith(response.req.url ?? "?") ? 410 : 201).end();
  });
  await aPendingOrder(here.shop);
  expect(await here.pushAll()).toHaveLength(2);
  expect(await here.devices()).toEqual([alive.id]);
  expect(await here.takeJobs()).toEqual([]);
});

test("[S12.10] a failure is tried again four times, later if the push service asks; what it calls wrong is not", async () => {
  const device = await here.aDevice();
  await aPendingOrder(here.shop);
  here.pushService.answerWith({ status: 503 });
  const delays: number[] = [];
  let [job] = await here.takeJobs();
  for (; job; [job] = await here.takeJobs()) {
    delays.push(Math.round(Math.max(0, job.delayMs) / 1_000) * 1_000);
    await runPushJob(here.services, job.payload);
  }
  expect(delays).toEqual([0, ...PUSH_RETRIES.waitsMs]);
  expect(await here.devices()).toEqual([device.id]);

  here.pushService.answerWith({ status: 429, headers: { "retry-after": "90" } });
  await aPendingOrder(here.shop);
  await here.pushAll();
  expect((await here.takeJobs()).map(({ delayMs }) => Math.round(delayMs / 1_000))).toEqual([90]);

  here.pushService.answerWith({ status: 413 });
  await aPendingOrder(here.shop);
  await here.pushAll();
  expect(await here.takeJobs()).toEqual([]);

  const shown = async () => (await listPushDevices(here.services, here.admin)) as { value: { notifiedAt: unknown; failedAt: unknown }[] };
  expect((await shown()).value).toEqual([expect.objectContaining({ notifiedAt: null, failedAt: expect.any(Date) })]);
  here.pushService.answerWith({ status: 201 });
  await sendTestPush(here.services, here.admin, device.id);
  expect((await shown()).value).toEqual([expect.objectContaining({ notifiedAt: expect.any(Date), failedAt: null })]);
});

test("[S12.10] a push service whose name leads into this machine is not called", async () => {
  const strict = openHttpClient(
    { allowsPrivate: false, botApi: null, paymentApis: noPaymentApis },
    { origin: null, lookUp: async () => [{ address: "169.254.169.254", family: 4 }] },
  );
  const device = await here.aDevice();
  const { rows } = await here.services.db.$client.query("select endpoint_hash as hash from push_devices where id = $1", [device.id]);
  const endpoint = here.services.vault.encrypt(placeOf("push_devices.endpoint", rows[0].hash), "https://push.example/x");
  await here.services.db.$client.query("update push_devices set endpoint = $1 where id = $2", [endpoint, device.id]);
  const tested = await sendTestPush({ ...here.services, httpClient: strict }, here.admin, device.id);
  expect(tested).toEqual({ ok: true, value: { problem: { code: "addressNotPublic" } } });
  expect(here.pushService.received).toEqual([]);
});

test("[S12.10] a test is for the own devices of an admin; one whose values cannot be read any more is removed", async () => {
  const other = await anAdmin(here.shop);
  const device = await here.aDevice();
  expect(await sendTestPush(here.services, other, device.id)).toMatchObject({ code: "pushDeviceNotFound" });
  expect(await sendTestPush(here.services, aGuest(), device.id)).toMatchObject({ code: "adminsOnly" });
  expect(await sendTestPush(here.services, here.admin, device.id)).toEqual({ ok: true, value: { problem: null } });
  const [got] = here.pushService.received;
  expect(got && device.read(got.bytes)).toMatchObject({
    body: "This is a test. New orders will appear here.",
    topic: "test",
    path: "/admin",
  });

  const later = { ...here.services, vault: openVault("another secret of the shop, since the first is lost") };
  expect(await sendTestPush(later, here.admin, device.id)).toMatchObject({ value: { problem: { code: "pushDeviceGone" } } });
  expect(await here.devices()).toEqual([]);
});
