import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { type Language, languages } from "#messages/languages.ts";
import { sentenceIn } from "#messages/sentence-in.ts";
import type { Services } from "#platform/provides.ts";
import { about, afterMs, ok, refused } from "#shop/refusal.ts";
import { english } from "#tests/support/english.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { requestContext } from "./context.ts";
import { orFail, orSay, say } from "./say.ts";

function aContext(language: Language = "en") {
  const logged: unknown[][] = [];
  const context = new RouterContextProvider();
  context.set(
    requestContext,
    aRequest({
      language,
      incident: "ABC23456",
      services: { log: { error: (...facts: unknown[]) => logged.push(facts) } } as unknown as Services,
    }),
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
  const refusal = refused(code);
  for (const language of languages)
    expect(say(aContext(language).context, refusal)).toMatchObject({
      init: { status },
      data: { ok: false, code, sentence: sentenceIn(language, refusal) },
    });
});

test("a rate-limited visitor gets Retry-After in whole seconds", () => {
  const limited = afterMs(refused("tooManyRequests"), 1_500);
  expect(say(aContext().context, limited)).toMatchObject({ init: { status: 429, headers: { "Retry-After": "2" } } });
});

test("[S8.2] what was done comes with its sentence", () => {
  expect(say(aContext().context, ok({ n: 1 }), "requestApproved").data).toEqual({
    ok: true,
    value: { n: 1 },
    sentence: "Request approved successfully!",
  });
});

test("[S11.1] words are filled in, in the visitor's language, and are not sent beside the sentence", () => {
  const refusal = about(refused("exactlyNIds", { n: 3 }), "ids");
  const said = { ok: false, kind: "invalid", code: "exactlyNIds", field: "ids" };
  expect(say(aContext("en").context, refusal).data).toEqual({ ...said, sentence: "Please enter exactly 3 valid IDs" });
  expect(say(aContext("hi").context, refusal).data).toEqual({ ...said, sentence: "कृपया ठीक 3 सही ID डालें" });
  const inPart = refused("idsAddedInPart", { n: 1, reason: refused("batchUndone") });
  expect(say(aContext().context, inPart).data.sentence).toBe("This import was already undone. 1 ID was added before that.");
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
  expect(logged).toEqual([["action failed", expect.any(Error), { incident: "ABC23456", said: "failedToProcessRequest" }]]);
  if ("ok" in said) expect(say(context, said)).toMatchObject({ init: { status: 500 } });
});

test("[S8.1] a sentence that takes a reason gets one without secrets", async () => {
  const { context } = aContext();
  expect(await orSay(context, "failedToAddProduct", away)).toMatchObject({
    sentence: `Failed to add product: ${english("shopUnavailable")}`,
    status: 503,
  });
  expect(await orSay(context, "failedToUpdateProduct", broken)).toMatchObject({
    sentence: `Failed to update product: ${english("somethingBroke", { incident: "ABC23456" })}`,
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
