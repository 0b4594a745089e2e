import { afterAll, beforeAll, expect, test } from "vitest";
import { namesOf } from "#shop/settings/settings-list.ts";
import { openApi, refusalIn } from "#tests/support/api/api.ts";
import { aCustomer, aGuest, anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let call: ReturnType<typeof openApi>;
beforeAll(async () => {
  shop = await openTestShop();
  call = openApi(shop.services);
});
afterAll(() => shop.close());

test("[S1.8] an admin reads the settings and sends them back changed", async () => {
  const admin = await anAdmin(shop);
  const before = await (await call("/api/admin/settings", { as: admin })).json();
  expect(before).toMatchObject({ timeZone: "Asia/Kolkata", adminCurrency: "₹", takesRequest: true, takesAmazon: true, chatUrl: null });

  const json = { ...before, name: "Night Mail", chatUrl: "https://chat.example/shop", adminCurrency: "$" };
  const answer = await call("/api/admin/settings", { as: admin, method: "PUT", json });
  expect(answer.status).toBe(200);
  const { changedAt, ...after } = await answer.json();
  expect(after).toEqual({ ...after, name: "Night Mail", chatUrl: "https://chat.example/shop", adminCurrency: "$" });
  expect(await (await call("/api/admin/settings", { as: admin })).json()).toEqual({ ...after, changedAt });
});

test("[S6.3] nobody else reads or changes them", async () => {
  const customer = await aCustomer(shop);
  expect((await call("/api/admin/settings", { as: aGuest() })).status).toBe(401);
  expect((await call("/api/admin/settings", { as: customer })).status).toBe(403);
  expect((await call("/api/admin/settings", { as: customer, method: "PUT", json: {} })).status).toBe(403);
});

test("[S1.8] settings that are wrong or not whole are refused in a sentence", async () => {
  const as = await anAdmin(shop);
  const whole = await (await call("/api/admin/settings", { as })).json();
  const put = async (json: object) => refusalIn(await call("/api/admin/settings", { as, method: "PUT", json }));
  expect(await put({ ...whole, idCheckerUrl: "javascript:alert(1)" })).toMatchObject({ status: 422, code: "linkInvalid" });
  expect(await put({ ...whole, takesRequest: false, takesAmazon: false })).toMatchObject({ status: 422, code: "paymentMethodNeeded" });
  const { mailsIds, ...rest } = whole;
  expect(await put(rest)).toMatchObject({ status: 422, code: "fieldRequired" });
  expect(await (await call("/api/admin/settings", { as })).json()).toEqual(whole);
});

test("[S1.3] everybody may know the shop's name and contacts, and no more", async () => {
  const shown = await (await call("/api/settings", { as: aGuest() })).json();
  expect(Object.keys(shown).sort()).toEqual(
    [
      "accent",
      "blurb",
      "claimHours",
      "changedAt",
      "chatUrl",
      "grievanceContact",
      "grievanceName",
      "idCheckerUrl",
      "logo",
      "messagingUrl",
      "name",
      "sinceYear",
      "supportEmail",
      "takesAmazon",
      "takesRequest",
      "takesUpi",
      "textLanguage",
      "translations",
      "takesRazorpay",
      "takesStripe",
    ].sort(),
  );
});

test("a client that does not know the limits leaves them as they are, and one that does sets them", async () => {
  const as = await anAdmin(shop);
  const whole = await (await call("/api/admin/settings", { as })).json();
  await call("/api/admin/settings", { as, method: "PUT", json: { ...whole, lookUpsMax: 75, guestOrderHours: 0 } });
  const older = Object.fromEntries(Object.entries(whole).filter(([name]) => !(namesOf("limit") as readonly string[]).includes(name)));
  const answer = await call("/api/admin/settings", { as, method: "PUT", json: { ...older, name: "Older client" } });
  expect([answer.status, await answer.json()]).toMatchObject([
    200,
    { name: "Older client", lookUpsMax: 75, guestOrderHours: 0, signInsMax: 10 },
  ]);

  for (const wrong of [-1, 1.5, 1_000_001, null, "many", ""]) {
    const refused = await refusalIn(await call("/api/admin/settings", { as, method: "PUT", json: { ...whole, heldIdsMax: wrong } }));
    expect(refused, String(wrong)).toMatchObject({ status: 422, code: "limitInvalid" });
  }
});
