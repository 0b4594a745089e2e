// A fake of Razorpay as a process of its own: Payment Links, payments, refunds, events, and a page
// to pay on. Errors are worded as its documentation, or as its sandbox where that differs.
import { createHmac, randomBytes } from "node:crypto";
import { FakeEvents } from "./fake-events.ts";
import { type Call, type FakeApi, type Reply, runFake, type World } from "./fake-server.ts";
import type { FakeDispute, Operation } from "./knobs.ts";
import { paymentPage, plainPage } from "./payment-page.ts";

type Link = {
  id: string;
  reference_id: string;
  amount: number;
  amount_paid: number;
  currency: string;
  status: "created" | "partially_paid" | "paid" | "expired" | "cancelled";
  description: string;
  expire_by: number;
  expired_at: number;
  cancelled_at: number;
  created_at: number;
  short_url: string;
  callback_url: string;
  callback_method: string;
  accept_partial: boolean;
  notes: object;
  payments: { payment_id: string; plink_id: string; amount: number; method: string; status: "captured"; created_at: number }[] | null;
};
type Payment = ReturnType<typeof aPayment>;
type Refund = ReturnType<typeof aRefund>;

const EXPIRY_MIN_S = 15 * 60;
const REFERENCE_MAX = 40;
const { keyId, keySecret } = JSON.parse(process.argv[2] ?? "{}") as { keyId: string; keySecret: string };

const id = (prefix: string) => `${prefix}_${randomBytes(10).toString("base64url").replace(/[-_]/g, "x").slice(0, 14)}`;
const badRequest = (description: string, field: string | null = null): Reply => ({ status: 400, body: errorBody(description, field) });
const errorBody = (description: string, field: string | null = null, code = "BAD_REQUEST_ERROR") => ({
  error: { code, description, source: "NA", step: "NA", reason: null, field, metadata: {} },
});

const operations: [RegExp, Operation][] = [
  [/^POST \/v1\/payment_links\/?$/, "create"],
  [/^GET \/v1\/payment_links\/?$/, "search"],
  [/^GET \/v1\/payment_links\/[^/]+$/, "status"],
  [/^POST \/v1\/payment_links\/[^/]+\/cancel$/, "close"],
  [/^GET \/v1\/payments\/[^/]+$/, "payment"],
  [/^POST \/v1\/payments\/[^/]+\/refund$/, "refund"],
  [/^GET \/v1\/payments\/[^/]+\/refunds$/, "refunds"],
  [/^GET \/v1\/refunds$/, "all-refunds"],
  [/^GET \/v1\/refunds\/[^/]+$/, "refund-status"],
  [/^GET \/v1\/disputes\/[^/]+$/, "dispute"],
];

function aPayment(link: Link, paise: number, currency: string, at: number, buyerBearsFee = false) {
  const fee = Math.round(paise * 0.0236);
  return {
    id: id("pay"),
    entity: "payment",
    amount: buyerBearsFee ? paise + fee : paise,
    currency,
    status: "captured" as "captured" | "refunded" | "failed",
    order_id: id("order"),
    method: "upi",
    amount_refunded: 0,
    refund_status: null as null | "partial" | "full",
    captured: true,
    description: `#${link.id.slice(6)}`,
    // Each page is paid by somebody else, because new buyers have limits.
    vpa: `gaurav.${link.id.slice(6).toLowerCase()}@exampleupi`,
    email: `gaurav.${link.id.slice(6).toLowerCase()}@example.com`,
    contact: `+91${String(randomBytes(6).readUIntBE(0, 6) % 10_000_000_000).padStart(10, "9")}`,
    notes: link.notes,
    fee,
    fee_bearer: buyerBearsFee ? "customer" : "platform",
    tax: Math.round(paise * 0.0036),
    error_code: null as string | null,
    acquirer_data: { rrn: String(randomBytes(6).readUIntBE(0, 6) % 1_000_000_000_000).padStart(12, "0") },
    created_at: at,
  };
}

function aRefund(payment: Payment, amount: number, status: "pending" | "processed" | "failed", receipt: string | null, at: number) {
  const speed = { speed_processed: "normal", speed_requested: "normal" };
  return {
    id: id("rfnd"),
    entity: "refund",
    amount,
    currency: payment.currency,
    payment_id: payment.id,
    receipt,
    status,
    notes: [],
    ...speed,
    created_at: at,
  };
}

function aDispute(payment: Payment, at: number) {
  return {
    id: id("disp"),
    entity: "dispute",
    payment_id: payment.id,
    amount: payment.amount,
    currency: payment.currency,
    amount_deducted: 0,
    reason_code: "goods_or_services_not_received_or_partially_received",
    respond_by: at + 7 * 24 * 60 * 60,
    status: "open" as FakeDispute["state"],
    phase: "chargeback",
    created_at: at,
    evidence: { amount: payment.amount, summary: null, submitted_at: null },
  };
}

function openRazorpayFake(world: World): FakeApi {
  const links = new Map<string, Link>();
  const payments = new Map<string, Payment>();
  const refunds = new Map<string, Refund>();
  const disputes = new Map<string, ReturnType<typeof aDispute>>();
  const refundsByKey = new Map<string, { body: string; reply: Reply }>();
  const events = new FakeEvents(() => world.knobs, { hours: [0.1, 0.4, 1, 2, 4, 8, 8.5], keepsSecret: true, switchesOff: true });
  const seconds = () => Math.floor(world.now().getTime() / 1_000);

  function send(kind: string, entities: Record<string, object>): Promise<void> {
    const payload = Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }]));
    const event = {
      entity: "event",
      account_id: "acc_FUYygrFV6Msc3E",
      event: kind,
      contains: Object.keys(entities),
      payload,
      created_at: seconds(),
    };
    const body = JSON.stringify(event);
    const eventId = id("evt").slice(4);
    const headers = (secret: string) => ({ "x-razorpay-signature": hmac(secret, body), "x-razorpay-event-id": eventId });
    return events.send({ id: eventId, kind, body, headers });
  }

  async function pay(link: Link): Promise<Payment> {
    const { paise = link.amount, currency = link.currency, reference } = world.knobs.paid;
    const payment = aPayment(link, paise, currency, seconds(), world.knobs.buyerBearsFee);
    payments.set(payment.id, payment);
    if (reference !== undefined) link.reference_id = reference;
    link.amount_paid += paise;
    const entry = { payment_id: payment.id, plink_id: link.id, amount: paise, method: payment.method, status: "captured" as const };
    link.payments = [...(link.payments ?? []), { ...entry, created_at: payment.created_at }];
    // What a link's status is after a late payment is not documented: it stays what it was.
    if (link.status === "created") link.status = link.amount_paid >= link.amount ? "paid" : "partially_paid";
    const kind = link.status === "partially_paid" ? "payment_link.partially_paid" : "payment_link.paid";
    await Promise.all([send("payment.captured", { payment }), send(kind, { payment_link: link, payment })]);
    return payment;
  }

  async function fail(link: Link): Promise<void> {
    const payment = {
      ...aPayment(link, link.amount, link.currency, seconds()),
      status: "failed" as const,
      captured: false,
      error_code: "BAD_REQUEST_ERROR",
    };
    payments.set(payment.id, payment);
    await send("payment.failed", { payment });
  }

  async function look(): Promise<void> {
    for (const link of links.values()) {
      if (link.status !== "created" || link.expire_by > seconds()) continue;
      link.status = "expired";
      link.expired_at = seconds();
      void send("payment_link.expired", { payment_link: link });
    }
  }

  async function create(call: Call): Promise<Reply> {
    const given = JSON.parse(call.body) as Partial<Link>;
    const {
      amount,
      currency = "INR",
      reference_id = "",
      expire_by = 0,
      description = "",
      notes = {},
      callback_url = "",
      callback_method = "",
    } = given;
    if (!Number.isInteger(amount) || Number(amount) < 100) return badRequest("The amount must be at least INR 1.00", "amount");
    if (reference_id.length > REFERENCE_MAX) return badRequest(`reference_id: the length must be no more than ${REFERENCE_MAX}.`);
    if ([...links.values()].some((link) => link.reference_id === reference_id)) {
      const text = `payment link with given reference_id: ${reference_id} already exists. Please create a payment link with a different reference_id`;
      return badRequest(text);
    }
    if (expire_by < seconds() + EXPIRY_MIN_S) return badRequest("timestamp must be atleast 15 minutes in future");
    if (callback_url !== "" && callback_method !== "get") return badRequest("callback_method is required with callback_url");
    const link: Link = {
      id: id("plink"),
      reference_id,
      amount: Number(amount),
      amount_paid: 0,
      currency,
      status: "created",
      description,
      expire_by,
      expired_at: 0,
      cancelled_at: 0,
      created_at: seconds(),
      short_url: "",
      callback_url,
      callback_method,
      accept_partial: false,
      notes,
      payments: null,
    };
    link.short_url = `${world.origin}/i/${link.id}`;
    links.set(link.id, link);
    // As the answer stood before it was paid.
    const body = structuredClone(link);
    if (world.knobs.paysBeforeAnswer) await pay(link);
    return { status: 200, body };
  }

  async function close(link: Link): Promise<Reply> {
    if (world.knobs.paysWhileClosing && link.status === "created") await pay(link);
    if (link.status === "paid" || link.status === "partially_paid")
      return badRequest("cannot cancel or expire an already paid/partially paid link");
    if (link.status !== "created") return badRequest("cannot cancel or expire an expired link");
    link.status = "cancelled";
    link.cancelled_at = seconds();
    void send("payment_link.cancelled", { payment_link: link });
    return { status: 200, body: link };
  }

  async function refund(payment: Payment, call: Call): Promise<Reply> {
    const key = call.headers["x-refund-idempotency"];
    const earlier = typeof key === "string" ? refundsByKey.get(key) : undefined;
    if (earlier)
      return earlier.body === call.body ? earlier.reply : badRequest("Different request body sent with the same idempotency key");
    const { amount = payment.amount, receipt = null } = JSON.parse(call.body) as { amount?: number; receipt?: string };
    if (payment.amount_refunded >= payment.amount) return badRequest("The payment has been fully refunded already");
    if (payment.amount_refunded + amount > payment.amount)
      return badRequest("The refund amount provided is greater than amount captured", "amount");
    if (amount < 100) return badRequest("The amount must be at least INR 1.00", "amount");
    const status = ({ done: "processed", pending: "pending", failed: "failed" } as const)[world.knobs.refunds];
    const made = aRefund(payment, amount, status, receipt, seconds());
    refunds.set(made.id, made);
    if (status !== "failed") take(payment, amount);
    const reply = { status: 200, body: { ...made } };
    if (typeof key === "string") refundsByKey.set(key, { body: call.body, reply });
    void send("refund.created", { refund: made, payment });
    if (status !== "pending") void send(`refund.${status}`, { refund: made, payment });
    return reply;
  }

  function take(payment: Payment, amount: number): void {
    payment.amount_refunded += amount;
    payment.refund_status = payment.amount_refunded === payment.amount ? "full" : payment.amount_refunded === 0 ? null : "partial";
    payment.status = payment.refund_status === "full" ? "refunded" : "captured";
  }

  async function answer(operation: Operation, call: Call): Promise<Reply> {
    await look();
    const part = call.path.split("/")[3] ?? "";
    if (operation === "create") return create(call);
    if (operation === "search") {
      const wanted = call.query.get("reference_id");
      const found = [...links.values()].filter((link) => wanted === null || link.reference_id === wanted);
      return { status: 200, body: { payment_links: found.toReversed().slice(0, Number(call.query.get("count") ?? 10)) } };
    }
    if (operation === "dispute") return disputes.has(part) ? { status: 200, body: disputes.get(part) ?? {} } : unknownId;
    if (operation === "refund-status") return refunds.has(part) ? { status: 200, body: refunds.get(part) ?? {} } : unknownId;
    if (operation === "refunds") {
      const items = [...refunds.values()].toReversed().filter(({ payment_id }) => payment_id === part);
      const shown = items.slice(0, Number(call.query.get("count") ?? 10));
      return { status: 200, body: { entity: "collection", count: shown.length, items: shown } };
    }
    if (operation === "all-refunds") {
      const [from, skip, count] = ["from", "skip", "count"].map((name) => Number(call.query.get(name) ?? (name === "count" ? 10 : 0)));
      const made = [...refunds.values()].toReversed().filter(({ created_at }) => created_at >= (from ?? 0));
      const shown = made.slice(skip, (skip ?? 0) + (count ?? 10));
      return { status: 200, body: { entity: "collection", count: shown.length, items: shown } };
    }
    if (operation === "payment" || operation === "refund") {
      const payment = payments.get(part);
      if (!payment) return unknownId;
      return operation === "refund" ? refund(payment, call) : { status: 200, body: payment };
    }
    const link = links.get(part);
    if (!link) return unknownId;
    return operation === "close" ? close(link) : { status: 200, body: link };
  }

  async function page(link: Link, call: Call): Promise<Reply> {
    if (link.status !== "created") return { status: 200, body: plainPage(`This payment link is ${link.status.replace("_", " ")}`) };
    const back = link.callback_url === "" ? null : link.callback_url;
    if (call.method === "GET") {
      return { status: 200, body: paymentPage({ title: "Not really Razorpay", paise: link.amount, description: link.description, back }) };
    }
    if (new URLSearchParams(call.body).get("choice") === "fail") {
      await fail(link);
      return { status: 200, body: paymentPage({ title: "Payment failed", paise: link.amount, description: link.description, back }) };
    }
    // The buyer is sent back at once, and the events come when they come.
    const paying = pay(link);
    const { payment_id = "" } = link.payments?.at(-1) ?? {};
    void paying;
    return { status: 303, body: "", headers: { location: returnAddress(link, payment_id) } };
  }

  return {
    events,
    operationOf: ({ method, path }) => operations.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1] ?? null,
    isAuthorized: ({ headers }) => headers.authorization === `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`,
    errorOf: (status) => {
      if (status === 401) return errorBody("The api key provided is invalid");
      if (status === 429) return errorBody("Too many requests");
      if (status === 404) return errorBody("The requested URL was not found on the server.");
      return errorBody("We are facing some trouble completing your request at the moment. Please try again shortly.", null, "SERVER_ERROR");
    },
    answer,
    page: (call) => {
      const link = links.get(/^\/i\/([^/]+)$/.exec(call.path)?.[1] ?? "");
      return link ? look().then(() => page(link, call)) : null;
    },
    pay: async (linkId) => pay(linkOf(links, linkId)),
    fail: async (linkId) => fail(linkOf(links, linkId)),
    async endRefund(refundId, state) {
      const made = refunds.get(refundId);
      const payment = payments.get(made?.payment_id ?? "");
      if (!made || !payment) throw new Error("no such refund");
      made.status = state === "done" ? "processed" : "failed";
      if (state === "failed") take(payment, -made.amount);
      await send(`refund.${made.status}`, { refund: made, payment });
    },
    async dispute({ payment: paymentId, state }) {
      const payment = payments.get(paymentId);
      if (!payment) throw new Error("no such payment");
      const known = [...disputes.values()].find(({ payment_id }) => payment_id === paymentId);
      const dispute = known ?? aDispute(payment, seconds());
      disputes.set(dispute.id, Object.assign(dispute, { status: state }));
      if (state === "lost") dispute.amount_deducted = dispute.amount;
      await send(`payment.dispute.${state === "open" ? (known ? "action_required" : "created") : state}`, { payment, dispute });
      return { id: dispute.id };
    },
    pages: () =>
      [...links.values()].map((link) => ({
        id: link.id,
        reference: link.reference_id,
        paise: link.amount,
        currency: link.currency,
        state: link.status,
        url: link.short_url,
        payments: (link.payments ?? []).map(({ payment_id }) => payment_id),
      })),
    refunds: () =>
      [...refunds.values()].map(({ id: refundId, payment_id, amount, status }) => ({
        id: refundId,
        payment: payment_id,
        paise: amount,
        state: status === "processed" ? "done" : status,
      })),
    look,
  };
}

const unknownId = badRequest("The id provided does not exist");

function linkOf(links: Map<string, Link>, linkId: string): Link {
  const link = links.get(linkId);
  if (!link) throw new Error(`no such link: ${linkId}`);
  return link;
}

/** The address to return to, signed with the key secret. */
function returnAddress(link: Link, paymentId: string): string {
  const url = new URL(link.callback_url);
  url.searchParams.set("razorpay_payment_id", paymentId);
  url.searchParams.set("razorpay_payment_link_id", link.id);
  url.searchParams.set("razorpay_payment_link_reference_id", link.reference_id);
  url.searchParams.set("razorpay_payment_link_status", link.status);
  url.searchParams.set("razorpay_signature", hmac(keySecret, [link.id, link.reference_id, link.status, paymentId].join("|")));
  return url.href;
}

function hmac(key: string, message: string): string {
  return createHmac("sha256", key).update(message).digest("hex");
}

await runFake(openRazorpayFake);
