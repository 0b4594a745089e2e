import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { usualKnobs } from "#server/fake-provider/knobs.ts";
import { DAY_MS } from "#shop/constants.ts";
import { endHolds } from "#shop/orders/payment/attempts/end-holds.server.ts";
import { changeProviderMethod } from "#shop/payments/methods/change-provider-method.server.ts";
import { listProviderMethods } from "#shop/payments/methods/payment-methods.server.ts";
import { sweepPayments } from "#shop/payments/sweep-payments.server.ts";
import { openPayingShop, type PayingShop } from "#tests/support/payments/paying-shop.ts";
import { razorpayAccount } from "#tests/support/payments/razorpay-server.ts";
import { stripeAccount } from "#tests/support/payments/stripe-server.ts";
import { anOwner } from "#tests/support/shop/builders.ts";

const keys = {
  razorpay: { right: razorpayAccount, other: { keyId: "rzp_live_anotherAccount1", keySecret: "anotheraccountssecret" } },
  stripe: { right: stripeAccount, other: { secretKey: "sk_live_anotherAccount0123" } },
};

describe.each(["razorpay", "stripe"] as const)("%s", (name) => {
  let here: PayingShop;
  beforeAll(async () => {
    here = await openPayingShop(name, 400);
  });
  afterEach(async () => {
    await here.fake.turn({ ...usualKnobs, fates: {} });
    await here.setNow();
    await use("right");
  });
  afterAll(() => here.close());

  const use = (which: "right" | "other") =>
    changeProviderMethod(here.services, here.admin, name, { isOn: true, webhookSecret: null, ...keys[name][which] } as never);
  const hasEarlierKeys = async () => (await listProviderMethods(here.services, anOwner)).find((one) => one.name === name)?.hasEarlierKeys;

  test("[S10.16] a page that was open when the keys were replaced by another account's is still read, and its order delivered", async () => {
    const order = await here.anOpenOrder();
    await use("other");
    await here.fake.pay(order.attempt.providerId ?? "");
    await here.follow(order);
    expect(await here.statusOf(order)).toBe("approved");
    expect(await here.paymentsOf(order)).toMatchObject([{ state: "matched", paise: 49_900 }]);

    const later = await here.anOrder();
    await here.follow(later);
    expect(await here.attemptsOf(later), "a new order is paid at the new account").toMatchObject([{ state: "failed" }]);
  });

  test("[S10.7] [S10.16] such a page is closed at its own account before its IDs go back", async () => {
    const order = await here.anOpenOrder();
    await use("other");
    await here.setNow(new Date(Date.now() + 21 * 60_000));
    await endHolds(here.services);
    expect(await here.statusOf(order)).toBe("cancelled");
    expect(await here.attemptsOf(order)).toMatchObject([{ state: expect.stringMatching(/cancelled|expired/) }]);
    const page = (await here.fake.state()).pages.find(({ id }) => id === order.attempt.providerId);
    expect(page?.state).toMatch(/cancelled|expired/);
  });

  test("[S10.16] earlier keys that the provider no longer takes are followed by those in use", async () => {
    const order = await here.anOpenOrder();
    await use("other");
    await use("right");
    await here.fake.pay(order.attempt.providerId ?? "");
    await here.fake.turn({ fates: { status: [401] } });
    await here.follow(order);
    expect(await here.statusOf(order)).toBe("approved");
  });

  test("[S10.16] keys stay encrypted until no attempt from before is followed, and are deleted then", async () => {
    await here.anOpenOrder();
    await use("other");
    expect(await hasEarlierKeys()).toBe(true);
    await sweepPayments(here.services);
    expect(await hasEarlierKeys(), "an attempt is open").toBe(true);
    const { rows } = await here.services.db.$client.query("select earlier_keys from payment_methods where name = $1", [name]);
    expect(rows[0].earlier_keys.toString("latin1")).not.toContain(Object.values(keys[name].right).at(-1));

    const { $client } = here.services.db;
    await $client.query("update payment_attempts set state = 'expired', closed_at = now() where state in ('opening', 'open')");
    await $client.query("update payment_attempts set next_check_at = null");
    await here.setNow(new Date(Date.now() + DAY_MS));
    expect(await sweepPayments(here.services)).toBeGreaterThan(0);
    expect(await hasEarlierKeys()).toBe(false);
  });
});
