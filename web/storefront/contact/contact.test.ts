import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { english } from "#tests/support/english.ts";
import { aCustomer, aGuest } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { requestContext } from "#web/context.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { action, loader } from "./contact.tsx";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const typed = { name: "Asha", email: "asha@example.com", message: "Where is my ID?", key: "one writing" };

function given(visitor: Visitor, services: Services = shop.services) {
  const context = new RouterContextProvider();
  context.set(requestContext, aRequest({ services, visitor, incident: "ABC23456" }));
  return context;
}

async function post(fields: Partial<typeof typed> & Record<string, string>, services?: Services) {
  const body = new URLSearchParams({ ...typed, ...fields });
  const request = new Request("http://shop/contact", { method: "POST", body, headers: { [CLIENT_ADDRESS_HEADER]: "192.0.2.1" } });
  const answer = await action({ request, context: given(aGuest(), services), params: {} } as unknown as Parameters<typeof action>[0]);
  return { status: answer.init?.status ?? 200, said: answer.data };
}

test("[S2.27] a signed-in customer need not type name and email", async () => {
  const asha = await aCustomer(shop, { name: "Asha", email: "asha@shop.example" });
  const load = (visitor: Visitor, search = "") =>
    loader({ url: new URL(`http://shop/contact${search}`), context: given(visitor) } as unknown as Parameters<typeof loader>[0]);
  expect(await load(asha)).toMatchObject({ name: "Asha", email: "asha@shop.example" });
  expect(await load(aGuest())).toMatchObject({ name: "", email: "" });
  expect(await load(aGuest(), "?order=REQ-MJUJ7Z40")).toMatchObject({ message: "", about: "REQ-MJUJ7Z40" });
  expect((await load(aGuest())).key).not.toBe((await load(aGuest())).key);
});

test("[S2.27] a refused message comes back as it was typed, with the sentence of its field", async () => {
  const { status, said } = await post({ email: "asha" });
  expect(status).toBe(422);
  expect(said).toMatchObject({ code: "emailInvalid", field: "email", typed: { ...typed, email: "asha" } });
});

test("[S2.27] each wrong field has its sentence at once", async () => {
  const { said } = await post({ name: " ", email: "asha", message: "" });
  expect(said).toMatchObject({ field: "name", sentence: english("nameRequired") });
  expect(["name", "email", "message", "key"].map((field) => besides(said as Parameters<typeof besides>[0], field))).toEqual([
    english("nameRequired"),
    english("emailInvalid"),
    english("fieldRequired"),
    null,
  ]);
});

test("[S2.27] nobody is thanked for a message that was not stored: a filled hidden field is refused, and what was typed comes back", async () => {
  for (const leaveEmpty of ["https://asha.example", "x".repeat(2_000)]) {
    const { status, said } = await post({ leaveEmpty });
    expect(status).toBe(422);
    expect(said).toMatchObject({ ok: false, sentence: english("hiddenFieldFilled"), typed });
  }
  expect(await shop.services.db.$client.query("select from contact_messages")).toMatchObject({ rowCount: 0 });
  // A page loaded before the field was renamed.
  expect(await post({ website: "https://asha.example", key: "older page" })).toMatchObject({ status: 200 });
  expect(await shop.services.db.$client.query("select from contact_messages")).toMatchObject({ rowCount: 1 });
  await shop.services.db.$client.query("delete from contact_messages; delete from rate_limits");
});

test("[S2.27] a message that cannot be stored now says so and comes back as it was typed", async () => {
  const db = openDatabase(shop.databaseUrl);
  await closeDatabase(db);
  const { status, said } = await post({}, { ...shop.services, db });
  expect(status).toBeGreaterThanOrEqual(500);
  expect(said).toMatchObject({ kind: "failed", sentence: english("failedToSendMessage"), typed });
});

test("[S2.27] a stored message is thanked for, and too many from one address have to wait", async () => {
  expect(await post({})).toEqual({ status: 200, said: { ok: true, value: null, sentence: english("messageSent") } });
  for (let n = 1; n < 5; n += 1) await post({ key: `writing ${n}` });
  const { status, said } = await post({ key: "one too many" });
  expect(status).toBe(429);
  expect(said).toMatchObject({ code: "tooManyRequests", typed: { message: typed.message } });
});
