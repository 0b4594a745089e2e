import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { changeRights, disablePerson, removePerson } from "#shop/accounts/people/change-person.server.ts";
import { english } from "#tests/support/english.ts";
import { textOf } from "./asking.ts";
import { type BusyShop, ORIGIN, openBusyShop, type Place } from "./busy-shop.ts";

let shop: BusyShop;
let place: Place;
beforeAll(async () => {
  shop = await openBusyShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  place = await shop.furnish();
});

type Helper = { cookie: string; userId: string };

const post = (who: Helper, path: string, form: Record<string, string> = {}) =>
  shop.visit(who, path, { method: "POST", origin: ORIGIN, body: new URLSearchParams(form) });
const services = () => shop.shop.services;
const stateOf = async (code: string) => {
  const { rows } = await services().db.$client.query("select status, approved_by as by from orders where request_code = $1", [code]);
  return rows[0];
};

test("[S13.2] a right that is taken away while a decision is sent: it is decided whole or not at all, and the next is refused", async () => {
  const helper = await shop.aHelper(["decide-orders"]);
  const [decided] = await Promise.all([
    post(helper, `/admin/orders/${place.guestCode}/approval`),
    changeRights(services(), shop.admin, helper.userId, ["read-orders"]),
  ]);
  const isDone = decided.status === 200;
  expect([decided.status, await stateOf(place.guestCode)]).toEqual(
    isDone ? [200, { status: "approved", by: helper.userId }] : [403, { status: "pending", by: null }],
  );
  const written = await shop.writes();
  // A decision that was held in the browser for its Undo comes after the change.
  const late = await post(helper, `/admin/orders/${place.requestCode}/rejection`, { reason: "No payment" });
  expect([late.status, await textOf(late)]).toEqual([403, expect.stringContaining(english("rightDecideOrders"))]);
  expect([await stateOf(place.requestCode), await shop.writes()]).toEqual([{ status: "pending", by: null }, written]);
});

test.each([
  ["removed", removePerson],
  ["disabled", disablePerson],
] as const)("[S13.8] the open queue of a helper who is %s: its stream ends, it shows and decides nothing more", async (_, end) => {
  const helper = await shop.aHelper(["decide-orders"]);
  expect((await shop.visit(helper, "/admin/orders")).status).toBe(200);
  const stream = await shop.visit(helper, "/api/admin/orders/events");
  const reader = stream.body?.getReader();
  await reader?.read();
  expect(await end(services(), shop.admin, helper.userId)).toMatchObject({ ok: true });
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read());
  const written = await shop.writes();

  const page = await shop.visit(helper, "/admin/orders");
  expect([page.status, page.headers.get("location")]).toEqual([302, expect.stringContaining("/admin/login")]);
  for (const path of ["/admin/orders.data", "/api/admin/orders", "/api/admin/orders/events"])
    expect(await textOf(await shop.visit(helper, path)), path).not.toContain(place.requestCode);
  const sent = await post(helper, `/admin/orders/${place.requestCode}/approval`);
  expect([sent.status, await stateOf(place.requestCode)]).toEqual([401, { status: "pending", by: null }]);
  expect(await shop.writes()).toBe(written);
});

test("[S13.9] Today has the figures for who may see them, and none for others", async () => {
  const read = async (rights: Parameters<BusyShop["aHelper"]>[0]) => {
    const helper = await shop.aHelper(rights);
    const answers = await Promise.all(["/admin", "/admin.data"].map((path) => shop.visit(helper, path)));
    return Promise.all(answers.map(textOf));
  };
  const [page = "", data = ""] = await read(["see-figures"]);
  expect([page, data]).toEqual([expect.stringContaining('id="money"'), expect.stringContaining("approved")]);
  const others = ["read-orders", "decide-orders", "answer-buyers", "manage-stock", "see-ids", "handle-money"] as const;
  const [bare = "", bareData = ""] = await read(others);
  expect(bare).not.toContain('id="money"');
  expect(bareData).toContain("sums");
  expect(bareData).not.toMatch(/"paise"/);
});

test("[S12.10] [S13.9] without script a helper turns off a device and sends it a test, and reads what was done", async () => {
  const helper = await shop.aHelper(["read-orders"]);
  const press = async (noun: "removal" | "test") => {
    const { deviceId } = await shop.furnish();
    await services().db.$client.query("update push_devices set user_id = $1 where id = $2", [helper.userId, deviceId]);
    const answer = await post(helper, `/admin/push-devices/${deviceId}/${noun}`);
    return [answer.status, await textOf(answer)];
  };
  expect(await press("removal")).toEqual([200, expect.stringContaining(english("pushSwitchedOff"))]);
  // Its address is made up, so the device leaves the list.
  expect(await press("test")).toEqual([200, expect.stringContaining(english("pushDeviceGone").slice(0, 20))]);
});
