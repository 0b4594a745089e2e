import { expect, test } from "vitest";
import { textsIn } from "#messages/languages.ts";
import type { ShownMethod } from "#shop/payments/methods/payment-methods.server.ts";
import { tagsWith, wordsOf, written } from "#tests/support/web/render.tsx";
import { FIRST_FORM, type MethodAnswer } from "./method-answer.ts";
import { ProviderSteps } from "./provider-steps.tsx";

const texts = textsIn("en", "adminProviders");
const method: ShownMethod = {
  name: "razorpay",
  isOn: true,
  settings: { keyId: "rzp_test_1DP5mmOlF5G5ag" },
  secrets: { keySecret: "3456", webhookSecret: "6789" },
  missing: [],
  isTest: true,
  eventsPath: "/api/payments/razorpay/events",
  changedAt: new Date("2026-11-28T09:00:00Z"),
  lastEvent: null,
  silentSince: null,
  hasEarlierKeys: false,
};
const newMethod = { isOn: false, settings: {}, secrets: {}, isTest: null };
const missingAll: ShownMethod["missing"] = ["keyId", "keySecret", "webhookSecret", "httpsAddress", "pages"];
const isReady = { hasAddress: true, hasPages: true, hasContact: true };

type Shown = { isPublic?: boolean; ready?: typeof isReady; answered?: MethodAnswer; language?: "en" | "hi" };
function html(overrides: Partial<ShownMethod> = {}, { isPublic = true, ready = isReady, answered, language = "en" }: Shown = {}) {
  const steps = { method: { ...method, ...overrides }, origin: "https://shop.example", isPublic, ready, answered };
  return written(<ProviderSteps {...steps} />, { language });
}

/** The steps: heading, whether it is ticked, whether it is open, and its words. */
function stepsIn(page: string) {
  return [...page.matchAll(/<details([^>]*)>([\s\S]*?)<\/details>/g)].map(([, attributes = "", inner = ""]) => {
    const [title = "", ...rest] = wordsOf(inner).split("|").filter(Boolean);
    return { title, isDone: rest[0] === textsIn("en", "adminPayments")("stepDone"), isOpen: attributes.includes("open"), inner };
  });
}

test("[S10.1] a provider's page has its steps in order, each ticked by what is stored", () => {
  const fresh = stepsIn(html({ ...newMethod, missing: missingAll }, { ready: { hasAddress: false, hasPages: false, hasContact: false } }));
  expect(fresh.map(({ title }) => title)).toEqual([
    "Get your shop ready",
    "Enter your API keys",
    "Add the webhook",
    "Test the connection",
    "Turn it on",
    "Place an order yourself",
  ]);
  expect(fresh.filter(({ isDone }) => isDone)).toEqual([]);
  expect(fresh.every(({ isOpen }) => isOpen)).toBe(true);

  const halfway = stepsIn(html({ isOn: false, secrets: { keySecret: "3456" }, missing: ["webhookSecret"] }));
  expect(halfway.filter(({ isDone }) => isDone).map(({ title }) => title)).toEqual(["Get your shop ready", "Enter your API keys"]);
  expect(halfway.filter(({ isOpen }) => !isOpen).map(({ title }) => title)).toEqual(["Get your shop ready", "Enter your API keys"]);

  const lastEvent = { kind: "payment_link.paid", receivedAt: new Date("2026-11-28T10:00:00Z") };
  const whole = stepsIn(html({ lastEvent, isTest: false }));
  expect(whole.every(({ isDone }) => isDone)).toBe(true);
  expect(stepsIn(html({ lastEvent, isTest: false, silentSince: new Date() }))[3]).toMatchObject({ isDone: false });

  const newKeys = stepsIn(html({ lastEvent, isTest: false, changedAt: new Date("2026-11-28T10:00:01Z") }));
  expect(
    newKeys.filter(({ isDone }) => !isDone).map(({ title }) => title),
    "an event from before the keys changed",
  ).toEqual(["Test the connection", "Place an order yourself"]);
});

test("[S10.1] on this computer no provider can add a webhook: the step says to enter any secret", () => {
  for (const [name, words] of [
    ["razorpay", texts("razorpaySecretHere")],
    ["stripe", texts("stripeSecretHere")],
  ] as const) {
    const [, , here] = stepsIn(html({ ...newMethod, name, missing: ["webhookSecret"] }, { isPublic: false }));
    expect(wordsOf(here?.inner ?? "")).toContain(words);
    expect(here?.inner).not.toContain("https://shop.example");
    expect(here?.inner).toContain('name="webhookSecret"');
  }
});

test("[S10.1] the webhook's address stands in the step that needs it, with a copy button and the events to choose", () => {
  for (const [name, event] of [
    ["razorpay", "payment.dispute.action_required"],
    ["stripe", "charge.dispute.closed"],
  ] as const) {
    const path = `/api/payments/${name}/events`;
    const [, keys, webhook] = stepsIn(html({ ...newMethod, name, eventsPath: path, missing: ["webhookSecret"] }));
    expect(webhook?.inner).toContain(`https://shop.example${path}`);
    expect(wordsOf(webhook?.inner ?? "").replaceAll("|", "")).toContain(event);
    expect(tagsWith(webhook?.inner ?? "", "<button", "Webhook address")).toHaveLength(1);
    expect(keys?.inner).not.toContain(path);
  }
});

test("[S10.1] the switch names what is missing and has no button before the method is complete", () => {
  const incomplete = stepsIn(html({ ...newMethod, missing: ["webhookSecret", "pages"] }))[4]?.inner ?? "";
  expect(wordsOf(incomplete)).toContain("Webhook secret, Published pages");
  expect(incomplete).not.toContain("<button");
  expect(stepsIn(html({ isOn: false }))[4]?.inner).toContain("Turn on Razorpay");
  expect(stepsIn(html())[4]?.inner).toContain("Turn off Razorpay");
});

test("[S10.1] a method that is on says what it lacks since, beside the button that turns it off, and that step is open", () => {
  const steps = stepsIn(html({ missing: ["pages"] }, { ready: { ...isReady, hasPages: false } }));
  expect(wordsOf(steps[4]?.inner ?? "")).toContain("Still missing: Published pages.");
  expect(steps[4]?.inner).toContain("Turn off Razorpay");
  expect(steps[0]).toMatchObject({ isDone: false, isOpen: true });
});

test("[S10.1] a form sends its own parts and nothing that was stored when the page was loaded", () => {
  const names = (step: string) => [...step.matchAll(/ name="(\w+)"/g)].map(([, name]) => name);
  const steps = stepsIn(html());
  expect(names(steps[1]?.inner ?? "")).toEqual(["form", "keyId", "keySecret", "currentPassword"]);
  expect(names(steps[2]?.inner ?? "")).toEqual(["form", "webhookSecret", "currentPassword"]);
  expect(names(steps[4]?.inner ?? "")).toEqual(["form"]);
  expect(names(stepsIn(html({ isOn: false }))[4]?.inner ?? "")).toEqual(["form", "isOn"]);
});

test("[S10.16] a refused form without script keeps what was typed in its own step, and no secret", () => {
  const typed = { form: FIRST_FORM, keyId: "rzp_half" };
  const answered: MethodAnswer = {
    ok: false,
    kind: "invalid",
    code: "razorpayKeyIdInvalid",
    sentence: "Not a key.",
    field: "keyId",
    typed,
  } as MethodAnswer;
  const page = html({}, { answered });
  const [, keys, webhook] = stepsIn(page);
  expect(keys).toMatchObject({ isDone: true, isOpen: true });
  expect(webhook).toMatchObject({ isOpen: false });
  expect(tagsWith(keys?.inner ?? "", 'name="keyId"', 'value="rzp_half"')).toHaveLength(1);
  expect(page.match(/Not a key\./g)).toHaveLength(1);
  for (const field of tagsWith(page, 'type="password"')) expect(field).not.toContain("value=");
  for (const one of [FIRST_FORM, "webhook", "switch"]) expect(tagsWith(page, 'name="form"', `value="${one}"`)).toHaveLength(1);
});

test("[S10.1] without script the answer of the test stands in its step", () => {
  const failed = { ok: true, value: { problem: "Keys refused." }, sentence: null, isOfTest: true } as MethodAnswer;
  expect(stepsIn(html({}, { answered: failed }))[3]).toMatchObject({ isDone: false, inner: expect.stringContaining("Keys refused.") });
  const connected = { ok: true, value: { problem: null }, sentence: "The connection works.", isOfTest: true } as MethodAnswer;
  const page = html({}, { answered: connected });
  expect(stepsIn(page)[3]).toMatchObject({ isDone: true });
  expect(page.match(/The connection works\./g), "once").toHaveLength(1);
});

test("[S10.1] test keys in a public shop are an error that says what happens: anybody gets IDs without paying", () => {
  const shown = (overrides: Partial<ShownMethod>, isPublic: boolean) => wordsOf(html(overrides, { isPublic }));
  expect(shown({}, true)).toContain(texts("testKeysInPublic"));
  expect(shown({ isOn: false }, true), "off").not.toContain(texts("testKeysInPublic"));
  expect(shown({}, false), "on this machine").toContain(texts("testKeys"));
  expect(shown({}, false)).not.toContain(texts("testKeysInPublic"));
  for (const isPublic of [true, false]) expect(shown({ isTest: false }, isPublic)).not.toMatch(/are test keys/);
});
