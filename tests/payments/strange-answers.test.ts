import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PaymentProvider, ProviderAttempt } from "#shop/payments/providers/provider.ts";
import { accounts, anAttempt, providerAt } from "#tests/support/payments/providers.ts";
import { openProgramServer, type ProgramServer } from "#tests/support/servers/program-server.ts";

let program: ProgramServer;
beforeAll(async () => {
  program = await openProgramServer();
});
afterAll(() => program.close());

const answerWith = (body: object | string) =>
  program.answerWith({ status: 200, body: typeof body === "string" ? body : JSON.stringify(body) });

const made = {
  razorpay: (attempt: ProviderAttempt) => ({
    id: "plink_1",
    reference_id: attempt.reference,
    short_url: "https://rzp.io/i/x",
    status: "created",
    amount: attempt.amountPaise,
    currency: "INR",
    payments: null,
  }),
  stripe: (attempt: ProviderAttempt) => ({
    id: "cs_1",
    client_reference_id: attempt.reference,
    url: "https://checkout.stripe.com/c/pay/cs_1",
    status: "open",
    amount_total: attempt.amountPaise,
    currency: "inr",
    payment_status: "unpaid",
    payment_intent: null,
  }),
};
const names = {
  razorpay: { amount: "amount", reference: "reference_id", url: "short_url" },
  stripe: { amount: "amount_total", reference: "client_reference_id", url: "url" },
};

describe.each(["razorpay", "stripe"] as const)("%s", (name) => {
  let provider: PaymentProvider;
  beforeAll(() => {
    provider = providerAt(program.url, accounts[name]);
  });
  const field = names[name];
  const opened = async (change: object) => {
    const attempt = anAttempt();
    answerWith({ ...made[name](attempt), ...change });
    return provider.open(attempt);
  };

  test("an answer as expected is an opened page, whatever more it says", async () => {
    expect(await opened({ more: { of: "it" } })).toMatchObject({ outcome: "opened" });
  });

  test.each([
    { [field.amount]: "50000" },
    { [field.amount]: 500.5 },
    { [field.amount]: -50_000 },
    { [field.amount]: 50_001 },
    { [field.amount]: [50_000] },
    { [field.reference]: "REQ-OTHER" },
    { [field.reference]: null },
    { currency: undefined },
    { currency: "usd" },
    { currency: "rupees" },
    { status: "paid in beads" },
    { id: "../1" },
    { [field.url]: "javascript:alert(1)" },
    { [field.url]: "http://rzp.io/i/x" },
    { [field.url]: "https://shop:word@rzp.io/i/x" },
    { [field.url]: "" },
  ])("an answer with %o opens nothing", async (change) => {
    expect(await opened(change)).toMatchObject({ outcome: "unsure" });
  });

  test("what is no JSON, or has no end, is no answer", async () => {
    for (const body of ["", "<html>maintenance</html>", "null", "[]", '{"id":"plink_1"', JSON.stringify({ more: "x".repeat(300_000) })]) {
      answerWith(body);
      expect(await provider.open(anAttempt()), body.slice(0, 20)).toMatchObject({ outcome: "unsure" });
      expect(await provider.fetchStatus("id"), body.slice(0, 20)).toMatchObject({ outcome: "unsure" });
    }
  });

  test("a page that says paid without its payment is not paid", async () => {
    answerWith({
      ...made[name](anAttempt()),
      ...(name === "razorpay" ? { status: "paid" } : { status: "complete", payment_status: "paid" }),
    });
    expect(await provider.fetchStatus("id")).toMatchObject({ outcome: "unsure" });
  });

  test("[S10.16] a refusal that repeats the keys is repeated without them", async () => {
    const secret = name === "razorpay" ? "thisissupersecret0123456" : "sk_test_51HsQeAbCdEfGhIjKlMnOpQr";
    const error = { code: "BAD", type: "bad", description: `The key ${secret} is bad`, message: `The key ${secret} is bad` };
    program.answerWith({ status: 400, body: JSON.stringify({ error }) });
    expect(await provider.open(anAttempt())).toEqual({
      outcome: "refused",
      why: "request",
      problem: { code: "answeredSaying", words: { status: 400, text: "The key … is bad" } },
    });
  });

  test("every call carries the keys where the provider wants them, and never in its address", async () => {
    program.received.length = 0;
    answerWith({});
    await provider.open(anAttempt());
    await provider.fetchStatus("id");
    expect(program.received).toHaveLength(2);
    for (const { headers, path } of program.received) {
      expect(headers.authorization).toMatch(name === "razorpay" ? /^Basic / : /^Bearer sk_test_/);
      expect(path).not.toMatch(/sk_test|secret/);
    }
  });
});
