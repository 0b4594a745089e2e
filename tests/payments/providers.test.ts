import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Fate } from "#server/fake-provider/knobs.ts";
import { usualKnobs } from "#server/fake-provider/knobs.ts";
import type { FakeProviderServer } from "#server/fake-provider/open-fake.ts";
import { REFUNDS_A_PAGE } from "#shop/payments/providers/constants.ts";
import type { PaymentProvider } from "#shop/payments/providers/provider.ts";
import type { ProviderKeys } from "#shop/payments/providers/providers.server.ts";
import { accounts, anAttempt, openedPage, providerAt, statusOf } from "#tests/support/payments/providers.ts";
import { openRazorpayServer } from "#tests/support/payments/razorpay-server.ts";
import { openStripeServer } from "#tests/support/payments/stripe-server.ts";

const openers = { razorpay: openRazorpayServer, stripe: openStripeServer };

describe.each(["razorpay", "stripe"] as const)("%s", (name) => {
  let fake: FakeProviderServer;
  let provider: PaymentProvider;
  let impatient: PaymentProvider;
  beforeAll(async () => {
    fake = await openers[name]();
    provider = providerAt(fake.url, accounts[name]);
    impatient = providerAt(fake.url, accounts[name], 200);
  });
  afterEach(async () => {
    await fake.turn({ ...usualKnobs, fates: {} });
    await fake.setNow();
  });
  afterAll(() => fake.close());

  const pageOf = async (id: string) => (await fake.state()).pages.find((page) => page.id === id);
  const pagesOf = async (reference: string) => (await fake.state()).pages.filter((page) => page.reference === reference);

  test("[S10.3] an opened page asks for the attempt's amount, and shows what is paid on it", async () => {
    const attempt = anAttempt({ amountPaise: 123_456 });
    const { pageId, payUrl } = await openedPage(provider, attempt);
    expect(await pageOf(pageId)).toMatchObject({ reference: attempt.reference, paise: 123_456, currency: "INR", url: payUrl });
    expect(await statusOf(provider, pageId)).toEqual({ outcome: "status", state: "open", reference: attempt.reference, money: [] });

    await fake.pay(pageId);
    const paid = await statusOf(provider, pageId);
    expect(paid).toMatchObject({ state: "paid", reference: attempt.reference });
    expect(paid.money).toEqual([
      expect.objectContaining({ reference: expect.stringMatching(/^p/), paise: 123_456, currency: "INR", refundedPaise: 0 }),
    ]);
    expect(Math.abs(Date.now() - Number(paid.money[0]?.at))).toBeLessThan(10_000);
    expect(paid.money[0]?.payer).toMatch(/@/);
  });

  test("[S10.3] an answer that was lost is recovered, and there is one page, also when it was paid meanwhile", async () => {
    for (const fate of ["lost", "cut"] as const) {
      const attempt = anAttempt();
      await fake.turn({ fates: { create: [fate] } });
      expect(await impatient.open(attempt)).toMatchObject({ outcome: "unsure" });
      const [page] = await pagesOf(attempt.reference);
      await fake.pay(page?.id ?? "");
      expect(await provider.recover(attempt)).toMatchObject({ outcome: "opened", pageId: page?.id });
      expect(await pagesOf(attempt.reference)).toHaveLength(1);
      expect(await statusOf(provider, page?.id ?? "")).toMatchObject({ state: "paid" });
    }
  });

  test("[S10.3] an attempt that never reached the provider is opened by recovering it", async () => {
    const attempt = anAttempt();
    await fake.turn({ fates: { create: ["silent"] } });
    expect(await impatient.open(attempt)).toEqual({ outcome: "unsure", problem: { code: "noAnswerWithin", words: { seconds: 0.2 } } });
    expect(await pagesOf(attempt.reference)).toEqual([]);
    expect(await provider.recover(attempt)).toMatchObject({ outcome: "opened" });
    expect(await pagesOf(attempt.reference)).toHaveLength(1);
  });

  test("an attempt that is opened twice, also at once, has one page", async () => {
    const attempt = anAttempt();
    const openings = await Promise.all([provider.open(attempt), provider.open(attempt), provider.recover(attempt)]);
    const ids = new Set(openings.map((opening) => (opening.outcome === "opened" ? opening.pageId : opening.problem.code)));
    expect([...ids]).toEqual([(await pagesOf(attempt.reference))[0]?.id]);
    expect(await pagesOf(attempt.reference)).toHaveLength(1);
  });

  test("an attempt with an amount or an end that the provider does not take is refused, and nothing is made", async () => {
    const soon = anAttempt({ expiresAt: new Date(Date.now() + 60_000) });
    expect(await provider.open(soon)).toMatchObject({
      outcome: "refused",
      why: "request",
      problem: { words: { text: expect.stringMatching(/15 minutes|30 minutes/) } },
    });
    const little = anAttempt({ amountPaise: 1 });
    expect(await provider.open(little)).toMatchObject({ outcome: "refused", why: "request" });
    expect([...(await pagesOf(soon.reference)), ...(await pagesOf(little.reference))]).toEqual([]);
  });

  const troubles: [Fate, object][] = [
    [401, { outcome: "refused", why: "keys" }],
    [403, { outcome: "refused", why: "keys" }],
    [429, { outcome: "refused", why: "busy" }],
    [409, { outcome: "unsure" }],
    [500, { outcome: "unsure" }],
    [503, { outcome: "unsure" }],
    [302, { outcome: "unsure" }],
    ["silent", { outcome: "unsure", problem: { code: "noAnswerWithin", words: { seconds: 0.2 } } }],
    ["cut", { outcome: "unsure" }],
  ];
  test.each(troubles)("a provider that answers %s gives an outcome for every call, and throws nothing", async (fate, outcome) => {
    const { pageId } = await openedPage(provider);
    await fake.turn({ fate });
    expect(await impatient.open(anAttempt())).toMatchObject(outcome);
    expect(await impatient.recover(anAttempt())).toMatchObject(outcome);
    expect(await impatient.fetchStatus(pageId)).toMatchObject(outcome);
    expect(await impatient.close(pageId)).toMatchObject(outcome);
    expect(await impatient.refund({ reference: "pi_1", currency: "INR" }, 100, "a-key-of-ten")).toMatchObject(outcome);
    expect(await impatient.fetchRefunds({ reference: "pi_1" })).toMatchObject(outcome);
    expect(await impatient.listRefunds(new Date())).toMatchObject(outcome);
    expect(await impatient.testConnection()).toMatchObject(outcome);
  });

  test("[S10.1] the connection is tested with the keys, and wrong ones are told from a provider that is away", async () => {
    expect(await provider.testConnection()).toEqual({ outcome: "connected" });
    expect(provider.isTest).toBe(true);
    const wrong: ProviderKeys =
      name === "razorpay"
        ? ({ ...accounts.razorpay, name, keySecret: "wrong" } as ProviderKeys)
        : ({ ...accounts.stripe, name, secretKey: "sk_live_wrong" } as ProviderKeys);
    expect(await providerAt(fake.url, wrong).testConnection()).toMatchObject({ outcome: "refused", why: "keys" });
    expect(await providerAt("http://127.0.0.1:9", accounts[name]).testConnection()).toMatchObject({ outcome: "unsure" });
  });

  test("[S10.7] a closed page takes no money; closing it again says the same", async () => {
    const { pageId, payUrl } = await openedPage(provider);
    expect(await provider.close(pageId)).toEqual({ outcome: "closed" });
    expect(await provider.close(pageId)).toEqual({ outcome: "closed" });
    const answer = await fetch(payUrl, { method: "POST", body: "choice=pay", redirect: "manual" });
    expect(answer.status).not.toBe(303);
    expect((await pageOf(pageId))?.payments).toEqual([]);
  });

  test("[S10.7] closing a page that was paid, before or meanwhile, finds the money instead", async () => {
    const before = await openedPage(provider);
    await fake.pay(before.pageId);
    expect(await provider.close(before.pageId)).toMatchObject({ outcome: "paid", status: { state: "paid", money: [{ paise: 50_000 }] } });

    const meanwhile = await openedPage(provider);
    await fake.turn({ paysWhileClosing: true });
    expect(await provider.close(meanwhile.pageId)).toMatchObject({
      outcome: "paid",
      status: { state: "paid", money: [{ paise: 50_000 }] },
    });
  });

  test("[S10.8] money that comes after the end is found, and closing says so", async () => {
    const { pageId } = await openedPage(provider);
    await fake.setNow(new Date(Date.now() + 32 * 60_000));
    expect(await statusOf(provider, pageId)).toMatchObject({ state: "expired", money: [] });
    expect(await provider.close(pageId)).toEqual({ outcome: "closed" });
    await fake.pay(pageId);
    expect(await statusOf(provider, pageId)).toMatchObject({ state: "expired", money: [{ paise: 50_000 }] });
    expect(await provider.close(pageId)).toMatchObject({ outcome: "paid", status: { money: [{ paise: 50_000 }] } });
  });

  test("[S10.8] another amount, currency or reference is shown as it is", async () => {
    const shown = async (paid: object) => {
      const { pageId } = await openedPage(provider);
      await fake.turn({ paid });
      await fake.pay(pageId);
      await fake.turn({ paid: {} });
      return statusOf(provider, pageId);
    };
    expect(await shown({ paise: 49_999 })).toMatchObject({ money: [{ paise: 49_999, currency: "INR" }] });
    expect(await shown({ currency: "USD" })).toMatchObject({ money: [{ paise: 50_000, currency: "USD" }] });
    expect(await shown({ reference: "REQ-OTHER" })).toMatchObject({ reference: "REQ-OTHER", money: [{ paise: 50_000 }] });
  });

  test("an id that the provider does not know is missing, and one that is a path is only an id", async () => {
    const unknown = name === "razorpay" ? "plink_unknown" : "cs_test_unknown";
    expect(await provider.fetchStatus(unknown)).toMatchObject({ outcome: "refused", why: "missing" });
    await provider.fetchStatus("../refunds/1?x=");
    expect((await fake.state()).calls.at(-1)).toMatch(/\/\.\.%2Frefunds%2F1%3Fx%3D$/);
  });

  test("[S10.10] a refund is paid once for a key, and never above the payment", async () => {
    const { pageId } = await openedPage(provider);
    await fake.pay(pageId);
    const [payment] = (await statusOf(provider, pageId)).money;
    if (!payment) throw new Error("not paid");
    const first = await provider.refund(payment, 20_000, "refund-key-1");
    expect(first).toEqual({ outcome: "done", refundId: expect.any(String) });
    expect(await provider.refund(payment, 20_000, "refund-key-1")).toEqual(first);
    expect((await fake.state()).refunds.filter((refund) => refund.payment === payment.reference)).toHaveLength(1);
    expect(await provider.refund(payment, 30_001, "refund-key-2")).toMatchObject({ outcome: "refused", why: "request" });
    expect(await provider.refund(payment, 30_000, "refund-key-3")).toMatchObject({ outcome: "done" });
    expect(await provider.refund(payment, 100, "refund-key-4")).toMatchObject({
      outcome: "refused",
      problem: { words: { text: expect.stringMatching(/refunded/) } },
    });
    expect((await statusOf(provider, pageId)).money).toMatchObject([{ paise: 50_000, refundedPaise: 50_000 }]);
  });

  test("[S10.10] the refunds of the whole account since a time are listed, page by page", async () => {
    const { pageId } = await openedPage(provider);
    await fake.pay(pageId);
    const [payment] = (await statusOf(provider, pageId)).money;
    if (!payment) throw new Error("not paid");
    const since = new Date();
    await Promise.all(Array.from({ length: REFUNDS_A_PAGE + 1 }, (_, n) => provider.refund(payment, 100, `refund-of-many-${n}`)));
    const listed = await provider.listRefunds(since);
    const mine =
      listed.outcome === "refunds" ? listed.refunds.filter(({ paymentReference }) => paymentReference === payment.reference) : [];
    expect(new Set(mine.map(({ refundId }) => refundId)).size).toBe(REFUNDS_A_PAGE + 1);
    expect(mine[0]).toEqual({ refundId: expect.any(String), progress: "done", paymentReference: payment.reference });
    expect(await provider.listRefunds(new Date(Date.now() + 60_000))).toEqual({ outcome: "refunds", refunds: [] });
  });

  test("[S10.10] a refund that is on its way is followed to its end, good or bad", async () => {
    const { pageId } = await openedPage(provider);
    await fake.pay(pageId);
    const [payment] = (await statusOf(provider, pageId)).money;
    if (!payment) throw new Error("not paid");
    await fake.turn({ refunds: "pending" });
    for (const [key, ending] of [
      ["refund-key-5", "done"],
      ["refund-key-6", "failed"],
    ] as const) {
      const sent = await provider.refund(payment, 10_000, `${key}-${pageId}`);
      if (!("refundId" in sent)) throw new Error(sent.problem.code);
      expect(sent.outcome).toBe("sent");
      const now = async () => {
        const listed = await provider.fetchRefunds(payment);
        return listed.outcome === "refunds" ? listed.refunds.find(({ refundId }) => refundId === sent.refundId) : listed;
      };
      expect(await now()).toMatchObject({ progress: "sent", paise: 10_000, currency: "INR", key: `${key}-${pageId}` });
      await fake.endRefund(sent.refundId, ending);
      expect(await now()).toMatchObject({ progress: ending });
    }
    await fake.turn({ refunds: "failed" });
    expect(await provider.refund(payment, 10_000, `refund-key-7-${pageId}`)).toMatchObject({ outcome: "failed" });
  });

  test("a buyer pays on the provider's page and is sent back with what the provider says, and no key", async () => {
    const attempt = anAttempt();
    const { pageId, payUrl } = await openedPage(provider, attempt);
    expect(await (await fetch(payUrl)).text()).toContain("Pay ₹500.00");
    const answer = await fetch(payUrl, { method: "POST", body: "choice=pay", redirect: "manual" });
    const back = new URL(answer.headers.get("location") ?? "");
    expect(`${back.origin}${back.pathname}`).toBe(attempt.returnUrl);
    const isSigned = name === "razorpay";
    const reference = isSigned ? attempt.reference : null;
    expect(provider.parseReturn(back.searchParams)).toEqual({ outcome: "returned", pageId, reference, isSigned });
    expect(provider.parseReturn(new URLSearchParams())).toEqual({ outcome: "nothing" });
  });
});
