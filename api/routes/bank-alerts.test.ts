import { afterAll, beforeAll, expect, test } from "vitest";
import { makeForwarder } from "#shop/payments/alerts/make-forwarder.server.ts";
import { openApi } from "#tests/support/api/api.ts";
import { anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let call: ReturnType<typeof openApi>;
let secret: string;
beforeAll(async () => {
  shop = await openTestShop();
  call = openApi(shop.services);
  const made = await makeForwarder(shop.services, await anAdmin(shop), { name: "Phone", senders: ["HDFCBK"], accountDigits: "2536" });
  if (!made.ok) throw new Error(made.code);
  secret = made.value.secret;
});
afterAll(() => shop.close());

let utr = 633_100_000_000;
const sms = () => {
  utr += 1;
  return `Credit Alert!\nRs.498.70 credited to HDFC Bank A/c XX2536 from VPA asha@okaxis (UPI ${utr})`;
};
const lines = async () => (await shop.services.db.$client.query("select waits_because from statement_lines order by id")).rows;

async function send(body: string, type: string, { key = secret, inAddress = "" } = {}): Promise<number> {
  const headers = { "content-type": type, authorization: `Bearer ${key}` };
  return (await call(`/api/payments/bank-alerts${inAddress}`, { method: "POST", headers, body })).status;
}

test("[S16.2] JSON, a form and plain text are read, and everything with the secret is answered 200", async () => {
  const stamp = shop.services.now().getTime();
  const json = JSON.stringify({ text: sms(), from: "VM-HDFCBK", sentStamp: stamp, battery: 80 });
  expect(await send(json, "application/json; charset=utf-8")).toBe(200);
  const form = new URLSearchParams({ text: sms(), from: "VM-HDFCBK", sentStamp: String(stamp) });
  expect(await send(String(form), "application/x-www-form-urlencoded")).toBe(200);
  const inAddress = `?from=VM-HDFCBK&sentStamp=${Math.trunc(stamp / 1_000)}`;
  expect(await send(sms(), "text/plain", { inAddress })).toBe(200);
  expect((await lines()).map(({ waits_because }) => waits_because)).toEqual(["off", "off", "off"]);

  for (const body of ["", "{", "[]", "null", '{"text": 1}', "x".repeat(9_000), "\0"])
    for (const type of ["application/json", "text/plain", "application/x-www-form-urlencoded"]) expect(await send(body, type)).toBe(200);
  expect(await lines()).toHaveLength(3);
});

test("[S16.2] an unknown secret is refused, and writes nothing", async () => {
  for (const key of ["alerts_wrong", "ts_wrong", "x", "x".repeat(300)])
    expect(await send(JSON.stringify({ text: sms() }), "application/json", { key })).toBe(401);
  expect(await lines()).toHaveLength(3);
});
