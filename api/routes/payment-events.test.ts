import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { FORGED_EVENTS_MAX } from "#shop/settings/constants.ts";
import { openApi } from "#tests/support/api/api.ts";
import { openPayingShop, type PayingShop } from "#tests/support/payments/paying-shop.ts";
import { WEBHOOK_SECRET } from "#tests/support/payments/providers.ts";

let here: PayingShop;
let call: ReturnType<typeof openApi>;
beforeAll(async () => {
  here = await openPayingShop();
  call = openApi(here.services);
});
afterAll(() => here.close());

const PATH = "/api/payments/razorpay/events";
const signed = (body: string) => ({
  method: "POST",
  headers: { "x-razorpay-signature": createHmac("sha256", WEBHOOK_SECRET).update(body).digest("hex"), "x-razorpay-event-id": "E1" },
  body,
});
const rows = async () => (await here.services.db.$client.query("select id from payment_events")).rows.length;
const event = (id: string, reference: string) =>
  JSON.stringify({ event: "payment_link.paid", payload: { payment_link: { entity: { id, reference_id: reference } } } });

test("[S10.4] an event of an open attempt is answered 200 and stored once; forged is 401, and ours but unknown 503", async () => {
  const { attempt } = await here.anOpenOrder();
  const body = event(attempt.providerId ?? "", attempt.reference);
  const first = await call(PATH, signed(body));
  expect([first.status, await first.json()]).toEqual([200, { received: "stored" }]);
  const again = await call(PATH, signed(body));
  expect([again.status, await again.json()]).toEqual([200, { received: "repeated" }]);
  expect(await rows()).toBe(1);

  expect((await call(PATH, { ...signed(body), body: `${body} ` })).status).toBe(401);
  expect((await call(PATH, { method: "POST", body })).status).toBe(401);
  const unknown = await call(PATH, signed(event("plink_2", "REQ-MJUOHS00-1-abcdefgh")));
  expect([unknown.status, unknown.headers.get("retry-after")]).toEqual([503, expect.any(String)]);
  const foreign = await call(PATH, signed(event("plink_3", "invoice 77")));
  expect([foreign.status, await foreign.json()]).toEqual([200, { received: "not ours" }]);
  expect(await rows()).toBe(1);
});

test("[S10.4] an amount or a state in an event changes nothing", async () => {
  const order = await here.anOpenOrder();
  const entity = { id: order.attempt.providerId, reference_id: order.attempt.reference, status: "paid", amount_paid: 49_900 };
  const body = JSON.stringify({ event: "payment_link.paid", payload: { payment_link: { entity } } });
  const given = signed(body);
  expect((await call(PATH, { ...given, headers: { ...given.headers, "x-razorpay-event-id": "E2" } })).status).toBe(200);
  await here.follow(order);
  expect(await here.statusOf(order)).toBe("pending");
  expect(await here.paymentsOf(order)).toEqual([]);
});

test("[S10.4] another provider has no address, and one without keys takes nothing", async () => {
  expect((await call("/api/payments/upi/events", { method: "POST", body: "{}" })).status).toBe(404);
  expect((await call("/api/payments/stripe/events", { method: "POST", body: "{}" })).status).toBe(401);
});

test("[S10.4] many forged events from one address are answered 429, and right ones still count", async () => {
  const headers = { [CLIENT_ADDRESS_HEADER]: "203.0.113.9" };
  const statuses: number[] = [];
  for (let n = 0; n <= FORGED_EVENTS_MAX; n += 1) statuses.push((await call(PATH, { method: "POST", headers, body: "{}" })).status);
  expect(statuses.at(0)).toBe(401);
  expect(statuses.at(-1)).toBe(429);
  const { attempt } = await here.anOpenOrder();
  const given = signed(event(attempt.providerId ?? "", attempt.reference));
  expect((await call(PATH, { ...given, headers: { ...given.headers, ...headers, "x-razorpay-event-id": "E3" } })).status).toBe(200);
});
