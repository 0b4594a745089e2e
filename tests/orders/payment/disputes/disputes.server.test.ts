import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { usualKnobs } from "#server/fake-provider/knobs.ts";
import { requeueWaiting } from "#server/processes/background-jobs.ts";
import { DAY_MS } from "#shop/constants.ts";
import { followOpenDisputes } from "#shop/orders/payment/disputes/dispute-jobs.server.ts";
import { takeDispute } from "#shop/orders/payment/disputes/take-dispute.server.ts";
import { findPayment, listPayments } from "#shop/orders/payment/list-payments.server.ts";
import { findOrderInDepth } from "#shop/orders/reading/order-detail.server.ts";
import { pastOf } from "#shop/orders/reading/order-past.ts";
import { countWaiting } from "#shop/orders/today/count-waiting.server.ts";
import { openPayingShop, type PayingShop } from "#tests/support/payments/paying-shop.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { anOwner } from "#tests/support/shop/builders.ts";

describe.each(["razorpay", "stripe"] as const)("%s", (name) => {
  let here: PayingShop;
  beforeAll(async () => {
    here = await openPayingShop(name, 400);
  });
  afterEach(async () => {
    await here.fake.turn({ ...usualKnobs, fates: {} });
    await here.setNow();
    here.events.received.length = 0;
  });
  afterAll(() => here.close());

  /** An order of ₹499 that was paid at the provider and delivered. */
  async function aPaidOrder() {
    const order = await here.anOpenOrder();
    await here.fake.pay(order.attempt.providerId ?? "");
    await here.follow(order);
    const [payment] = await here.paymentsOf(order);
    if (!payment) throw new Error("not paid");
    here.events.received.length = 0;
    return { ...order, payment };
  }
  type Paid = Awaited<ReturnType<typeof aPaidOrder>>;
  const shown = ({ payment }: Paid) => findPayment(here.services, anOwner, payment.id);
  const take = (disputeId: string, attempt = 0) => takeDispute(here.services, { provider: name, disputeId }, attempt);
  const queued = async (disputeId: string) => {
    const { rows } = await here.services.db.$client.query(
      "select payload, run_at - now() > interval '5 seconds' as later from graphile_worker._private_jobs where key = $1",
      [`dispute:${name}:${disputeId}`],
    );
    return rows;
  };

  test("[S10.18] a dispute is listed with its payment, counted and told in the order's history, and changes neither payment nor order", async () => {
    const order = await aPaidOrder();
    const before = (await countWaiting(here.services, anOwner)).disputes;
    const id = await here.fake.dispute(order.payment.reference, "open");
    expect(await here.receiveEvents()).toEqual(["stored"]);
    expect(await queued(id)).toHaveLength(1);
    await take(id);
    const payment = await shown(order);
    expect(payment).toMatchObject({
      state: "matched",
      disputes: [
        { providerId: id, paise: 49_900, currency: "INR", state: "to answer", reason: expect.stringContaining("not"), closedAt: null },
      ],
    });
    const [dispute] = payment?.disputes ?? [];
    expect(dispute?.respondBy?.getTime()).toBe((dispute?.openedAt.getTime() ?? 0) + 7 * DAY_MS);
    expect((await countWaiting(here.services, anOwner)).disputes).toBe(before + 1);
    const listed = await listPayments(here.services, here.admin, { state: "disputed" });
    expect(listed).toMatchObject({ value: { rows: expect.arrayContaining([expect.objectContaining({ id: order.payment.id })]) } });
    const pastNow = async () => {
      const inDepth = await findOrderInDepth(here.services, here.admin, order.requestCode);
      return inDepth.ok ? pastOf(inDepth.value).map(({ what }) => what) : [];
    };
    expect(await pastNow()).toContain("disputed");

    await here.fake.dispute(order.payment.reference, "lost");
    expect(await here.receiveEvents()).toEqual(["stored"]);
    await take(id);
    expect(await shown(order)).toMatchObject({ state: "matched", disputes: [{ state: "lost", closedAt: expect.any(Date) }] });
    expect(await here.statusOf(order)).toBe("approved");
    expect((await countWaiting(here.services, anOwner)).disputes).toBe(before);
    expect(await pastNow()).toEqual(expect.arrayContaining(["disputed", "dispute-lost"]));
    expect(await faultsOf(here.shop)).toEqual([]);
  });

  test("[S10.18] events that come twice or the last one first tell what the provider says now, and an earlier answer changes nothing", async () => {
    const order = await aPaidOrder();
    await here.fake.turn({ eventTimes: 2 });
    const id = await here.fake.dispute(order.payment.reference, "open");
    await here.fake.dispute(order.payment.reference, "under_review");
    await here.fake.dispute(order.payment.reference, "won");
    here.events.received.reverse();
    expect((await here.receiveEvents()).toSorted()).toEqual(["repeated", "repeated", "repeated", "stored", "stored", "stored"]);
    for (let n = 0; n < 3; n += 1) await take(id);
    expect(await shown(order)).toMatchObject({ disputes: [{ state: "won" }] });
    await here.fake.dispute(order.payment.reference, "open");
    here.shop.setNow(new Date(Date.now() - DAY_MS));
    await take(id);
    expect(await shown(order), "asked a day ago").toMatchObject({ disputes: [{ state: "won", closedAt: expect.any(Date) }] });
    here.shop.setNow();
    await Promise.all([take(id), take(id)]);
    expect(await shown(order)).toMatchObject({ disputes: [{ state: "to answer", closedAt: null }] });
    expect(await faultsOf(here.shop)).toEqual([]);
  });

  test("[S10.18] a provider that does not answer is asked again, an unknown dispute is given up, and open ones are asked about each hour", async () => {
    const order = await aPaidOrder();
    const id = await here.fake.dispute(order.payment.reference, "open");
    await here.fake.turn({ fates: { dispute: [500, "silent"] } });
    await take(id);
    expect(await queued(id)).toMatchObject([{ payload: { attempt: "1" }, later: true }]);
    await take(id, 1);
    expect(await queued(id)).toMatchObject([{ payload: { attempt: "2" }, later: true }]);
    expect(await shown(order)).toMatchObject({ disputes: [] });
    await take(id, 2);
    expect(await shown(order)).toMatchObject({ disputes: [{ state: "to answer" }] });
    await here.services.db.$client.query("select graphile_worker.remove_job($1)", [`dispute:${name}:${id}`]);
    await requeueWaiting(here.services);
    expect(await queued(id), "not each minute").toEqual([]);
    expect(await followOpenDisputes(here.services)).toBeGreaterThan(0);
    expect(await queued(id)).toMatchObject([{ payload: { attempt: "0" }, later: false }]);
    await take("disp_nobody");
    expect(await queued("disp_nobody")).toEqual([]);
  });

  test("[S10.18] [S10.4] a dispute of a payment that the shop does not have is passed over", async () => {
    const page = await here.anOpenOrder();
    await here.fake.pay(page.attempt.providerId ?? "");
    const { pages } = await here.fake.state();
    const [reference = ""] = pages.find(({ id }) => id === page.attempt.providerId)?.payments ?? [];
    const id = await here.fake.dispute(reference, "open");
    await take(id);
    expect((await here.services.db.$client.query("select 1 from disputes where provider_id = $1", [id])).rows).toEqual([]);
    await here.follow(page);
    await take(id);
    expect((await here.services.db.$client.query("select state from disputes where provider_id = $1", [id])).rows).toEqual([
      { state: "to answer" },
    ]);
  });
});
