import { asc, eq, isNull } from "drizzle-orm";
import { openHttpClient } from "#platform/http-client/open-http-client.server.ts";
import type { Services } from "#platform/provides.ts";
import type { FakeProviderServer } from "#server/fake-provider/open-fake.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { beginPayment } from "#shop/orders/payment/attempts/begin-payment.server.ts";
import { followAttempt } from "#shop/orders/payment/attempts/follow-payment.server.ts";
import { receiveEvent } from "#shop/orders/payment/attempts/receive-event.server.ts";
import { orders } from "#shop/orders/tables.server.ts";
import { changeProviderMethod } from "#shop/payments/methods/change-provider-method.server.ts";
import type { ProviderName } from "#shop/payments/payment.ts";
import { paymentAttempts, payments } from "#shop/payments/tables.server.ts";
import { forgetSettings } from "#shop/settings/settings.server.ts";
import { openProgramServer, type ProgramServer, type Received } from "../servers/program-server.ts";
import { anAdmin, aPendingOrder } from "../shop/builders.ts";
import { openTestShop, type TestShop } from "../shop/shop.ts";
import { WEBHOOK_SECRET } from "./providers.ts";
import { openRazorpayServer, razorpayAccount } from "./razorpay-server.ts";
import { openStripeServer, stripeAccount } from "./stripe-server.ts";

export const ORIGIN = "https://shop.example";

type AttemptRow = typeof paymentAttempts.$inferSelect;
type Ordered = Awaited<ReturnType<typeof aPendingOrder>>;

/** A shop whose provider is a fake, with its keys stored and the method on. */
export type PayingShop = {
  shop: TestShop;
  services: Services;
  admin: Admin;
  fake: FakeProviderServer;
  /** Places an order by the provider, as the two doors do, and writes its first attempt. */
  anOrder(overrides?: Parameters<typeof aPendingOrder>[1]): Promise<Ordered>;
  /** Places one whose page is open. */
  anOpenOrder(overrides?: Parameters<typeof aPendingOrder>[1]): Promise<Ordered & { attempt: AttemptRow }>;
  /** Runs the job of an order's newest attempt. */
  follow(order: { id: string }): Promise<void>;
  attemptsOf(order: { id: string }): Promise<AttemptRow[]>;
  paymentsOf(order: { id: string } | null): Promise<(typeof payments.$inferSelect)[]>;
  statusOf(order: { id: string }): Promise<string>;
  /** The events that the fake sent so far, given to the shop once each. */
  receiveEvents(): Promise<unknown[]>;
  events: ProgramServer;
  /** Moves the clocks of the shop and of the fake. */
  setNow(at?: Date): Promise<void>;
  close(): Promise<unknown>;
};

/** Opens such a shop. */
export async function openPayingShop(name: ProviderName = "razorpay", timeoutMs = 10_000): Promise<PayingShop> {
  const opening = name === "razorpay" ? openRazorpayServer() : openStripeServer();
  const [shop, fake, events] = await Promise.all([openTestShop(), opening, openProgramServer()]);
  const paymentApis = { razorpay: fake.url, stripe: fake.url };
  const httpClient = openHttpClient({ allowsPrivate: false, botApi: null, paymentApis }, { origin: null, timeoutMs });
  const services: Services = Object.assign(shop.services, { httpClient });
  const admin = await anAdmin(shop);
  const form =
    name === "razorpay"
      ? { isOn: true, ...razorpayAccount, webhookSecret: WEBHOOK_SECRET }
      : { isOn: true, ...stripeAccount, webhookSecret: WEBHOOK_SECRET };
  const changed = await changeProviderMethod(services, admin, name, form);
  if (!changed.ok) throw new Error(changed.code);
  forgetSettings(services);
  await fake.hookTo({ url: `${events.url}/events`, secret: WEBHOOK_SECRET });

  async function anOrder(overrides: Parameters<typeof aPendingOrder>[1] = {}): Promise<Ordered> {
    const order = await aPendingOrder(shop, { paymentMethod: name, ...overrides });
    await beginPayment(services, { requestCode: order.requestCode, paymentMethod: name }, ORIGIN);
    return order;
  }
  const attemptsOf: PayingShop["attemptsOf"] = ({ id }) => attemptRows(services, id);
  const { db } = services;

  async function follow({ id }: { id: string }): Promise<void> {
    const newest = (await attemptRows(services, id)).at(-1);
    if (newest) await followAttempt(services, newest.id);
  }

  return {
    shop,
    services,
    admin,
    fake,
    events,
    anOrder,
    follow,
    attemptsOf,
    async anOpenOrder(overrides) {
      const order = await anOrder(overrides);
      await follow(order);
      const [attempt] = await attemptRows(services, order.id);
      if (attempt?.state !== "open") throw new Error(`not open: ${attempt?.failure}`);
      return { ...order, attempt };
    },
    paymentsOf: (order) =>
      db
        .select()
        .from(payments)
        .where(order ? eq(payments.orderId, order.id) : isNull(payments.orderId))
        .orderBy(asc(payments.receivedAt)),
    async statusOf({ id }) {
      const [order] = await db.select({ status: orders.status }).from(orders).where(eq(orders.id, id));
      return order?.status ?? "";
    },
    async receiveEvents() {
      const taken = events.received.splice(0);
      const outcomes: unknown[] = [];
      for (const received of taken) outcomes.push(await receive(services, name, received));
      return outcomes;
    },
    async setNow(at) {
      shop.setNow(at);
      await fake.setNow(at);
    },
    close: () => Promise.all([shop.close(), fake.close(), events.close()]),
  };
}

async function receive(services: Services, name: ProviderName, { headers, body }: Received): Promise<string> {
  const given = { headers: new Headers(headers as Record<string, string>), rawBody: Buffer.from(body) };
  const received = await receiveEvent(services, name, given);
  return received.ok ? received.value : received.code;
}

function attemptRows({ db }: Pick<Services, "db">, orderId: string): Promise<AttemptRow[]> {
  return db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, orderId)).orderBy(asc(paymentAttempts.number));
}
