import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import type { Services } from "#platform/provides.ts";
import { messages } from "#shop/messages.ts";
import { afterMs, ok, refused } from "#shop/refusal.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { requestContext } from "./context.ts";
import { orFail, orSay, say } from "./say.ts";

function aContext() {
  const logged: unknown[][] = [];
  const context = new RouterContextProvider();
  context.set(
    requestContext,
    aRequest({ incident: "ABC23456", services: { log: { error: (...facts: unknown[]) => logged.push(facts) } } as unknown as Services }),
  );
  return { context, logged };
}

const broken = () => Promise.reject(new Error("a secret detail"));
const away = () => Promise.reject(Object.assign(new Error("connect"), { code: "ECONNREFUSED" }));

test.each([
  ["reasonRequired", 422],
  ["orderNotFound", 404],
  ["invalidQuantity", 409],
  ["adminsOnly", 403],
  ["bodyTooLarge", 413],
  ["proofNotAnImage", 415],
  ["signInFirst", 401],
  ["proofsBusy", 503],
  ["tooManyRequests", 429],
  ["bodyUnreadable", 400],
] as const)("the no %s has status %i", (code, status) => {
  expect(say(refused(code))).toMatchObject({ init: { status }, data: { ok: false, code, sentence: messages[code] } });
});

test("a rate-limited visitor gets Retry-After in whole seconds", () => {
  const limited = afterMs(refused("tooManyRequests"), 1_500);
  expect(say(limited)).toMatchObject({ init: { status: 429, headers: { "Retry-After": "2" } } });
});

test("[S8.2] what was done comes with its sentence", () => {
  expect(say(ok({ n: 1 }), messages.requestApproved).data).toEqual({
    ok: true,
    value: { n: 1 },
    sentence: "Request approved successfully!",
  });
});

test("[S8.4] a command that breaks says the one sentence of what was attempted, and is logged under the incident number", async () => {
  const { context, logged } = aContext();
  const said = await orSay(context, "failedToProcessRequest", broken);
  expect(said).toEqual({
    ok: false,
    kind: "failed",
    code: "failedToProcessRequest",
    sentence: "Failed to process request. Please try again.",
    incident: "ABC23456",
    status: 500,
  });
  expect(logged).toEqual([["deed failed", expect.any(Error), { incident: "ABC23456", said: "failedToProcessRequest" }]]);
  if ("ok" in said) expect(say(said)).toMatchObject({ init: { status: 500 } });
});

test("[S8.1] a sentence that takes a reason gets one without secrets", async () => {
  const { context } = aContext();
  expect(await orSay(context, "failedToAddProduct", away)).toMatchObject({
    sentence: `Failed to add product: ${messages.shopUnavailable}`,
    status: 503,
  });
  expect(await orSay(context, "failedToUpdateProduct", broken)).toMatchObject({
    sentence: `Failed to update product: ${messages.somethingBroke("ABC23456")}`,
  });
});

test("[S8.4] a query that breaks is thrown to the error boundary in its own sentence", async () => {
  const { context } = aContext();
  await expect(orFail(context, "failedToLoadOrders", away)).rejects.toMatchObject({
    data: { sentence: "Failed to load orders", incident: "ABC23456" },
    init: { status: 503 },
  });
  expect(await orFail(context, "failedToLoadOrders", async () => [1])).toEqual([1]);
});

test("a command's refusal, and what is thrown on purpose, passes", async () => {
  const { context, logged } = aContext();
  expect(await orSay(context, "failedToProcessRequest", async () => refused("orderNotFound"))).toMatchObject({ code: "orderNotFound" });
  const redirect = new Response(null, { status: 302 });
  await expect(orSay(context, "failedToProcessRequest", () => Promise.reject(redirect))).rejects.toBe(redirect);
  expect(logged).toEqual([]);
});
