// A fake of Stripe as a process of its own: Checkout Sessions, payment intents, refunds, events,
// and a page to pay on. Errors are worded as Stripe words them.
import { createHmac, randomBytes } from "node:crypto";
import { FakeEvents } from "#server/fake-provider/fake-events.ts";
import { type Call, type FakeApi, type Reply, runFake, type World } from "#server/fake-provider/fake-server.ts";
import type { Operation } from "#server/fake-provider/knobs.ts";
import { paymentPage, plainPage } from "#server/fake-provider/payment-page.ts";

type Session = {
  id: string;
  object: "checkout.session";
  amount_subtotal: number;
  amount_total: number;
  currency: string;
  client_reference_id: string | null;
  created: number;
  customer_details: { email: string } | null;
  expires_at: number;
  livemode: false;
  metadata: Record<string, string>;
  mode: "payment";
  payment_intent: string | null;
  payment_status: "paid" | "unpaid";
  status: "open" | "complete" | "expired";
  success_url: string;
  cancel_url: string;
  url: string | null;
};
type Intent = {
  id: string;
  object: "payment_intent";
  amount: number;
  amount_received: number;
  currency: string;
  status: "succeeded";
  created: number;
  latest_charge: string;
  metadata: Record<string, string>;
};
type Charge = {
  id: string;
  object: "charge";
  amount: number;
  amount_refunded: number;
  currency: string;
  created: number;
  payment_intent: string;
  payment_method_details: { type: string };
  refunded: boolean;
};
type Refund = {
  id: string;
  object: "refund";
  amount: number;
  currency: string;
  payment_intent: string;
  charge: string;
  status: "pending" | "succeeded" | "failed";
  created: number;
  metadata: Record<string, string>;
};

const EXPIRY_MIN_S = 30 * 60;
const EXPIRY_MAX_S = 24 * 60 * 60;
const AMOUNT_MIN = 50;
const { secretKey } = JSON.parse(process.argv[2] ?? "{}") as { secretKey: string };

const id = (prefix: string, length = 24) => `${prefix}${randomBytes(length).toString("base64url").replace(/[-_]/g, "x").slice(0, length)}`;
const invalid = (message: string, more: object = {}, status = 400): Reply => ({
  status,
  body: { error: { message, type: "invalid_request_error", ...more } },
});
const noSuch = (what: string, wanted: string) => invalid(`No such ${what}: '${wanted}'`, { code: "resource_missing", param: what }, 404);

const operations: [RegExp, Operation][] = [
  [/^POST \/v1\/checkout\/sessions$/, "create"],
  [/^GET \/v1\/checkout\/sessions$/, "search"],
  [/^GET \/v1\/checkout\/sessions\/[^/]+$/, "status"],
  [/^POST \/v1\/checkout\/sessions\/[^/]+\/expire$/, "close"],
  [/^GET \/v1\/payment_intents\/[^/]+$/, "payment"],
  [/^POST \/v1\/refunds$/, "refund"],
  [/^GET \/v1\/refunds$/, "refunds"],
  [/^GET \/v1\/refunds\/[^/]+$/, "refund-status"],
  [/^GET \/v1\/disputes\/[^/]+$/, "dispute"],
];

function aDispute(charge: Charge, at: number) {
  return {
    id: id("du_1"),
    object: "dispute",
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: at,
    currency: charge.currency,
    evidence_details: { due_by: at + 7 * 24 * 60 * 60, has_evidence: false, past_due: false, submission_count: 0 },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: "product_not_received",
    status: "needs_response",
  };
}

function openStripeFake(world: World): FakeApi {
  const sessions = new Map<string, Session>();
  const intents = new Map<string, Intent>();
  const charges = new Map<string, Charge>();
  const refunds = new Map<string, Refund>();
  const disputes = new Map<string, ReturnType<typeof aDispute>>();
  const byKey = new Map<string, { request: string; reply: Reply }>();
  const events = new FakeEvents(() => world.knobs, { hours: [0.1, 0.5, 2, 5, 10, 10, 12, 12, 20], keepsSecret: false, switchesOff: false });
  const seconds = () => Math.floor(world.now().getTime() / 1_000);

  function send(type: string, object: object): Promise<void> {
    const eventId = id("evt_1");
    const event = {
      id: eventId,
      object: "event",
      api_version: "2026-10-28.endive",
      created: seconds(),
      livemode: false,
      type,
      data: { object },
    };
    const body = JSON.stringify({ ...event, pending_webhooks: 1, request: { id: null, idempotency_key: null } });
    const headers = (secret: string) => {
      const at = seconds();
      return { "stripe-signature": `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}` };
    };
    return events.send({ id: eventId, kind: type, body, headers });
  }

  function pay(session: Session): Promise<unknown> {
    const { paise = session.amount_total, currency = session.currency, reference } = world.knobs.paid;
    if (reference !== undefined) session.client_reference_id = reference;
    const at = seconds();
    const intentId = id("pi_3");
    const charge: Charge = {
      id: id("ch_3"),
      object: "charge",
      amount: paise,
      amount_refunded: 0,
      currency: currency.toLowerCase(),
      created: at,
      payment_intent: intentId,
      payment_method_details: { type: "card" },
      refunded: false,
    };
    charges.set(charge.id, charge);
    const intent: Intent = {
      id: intentId,
      object: "payment_intent",
      amount: session.amount_total,
      amount_received: paise,
      currency: charge.currency,
      status: "succeeded",
      created: at,
      latest_charge: charge.id,
      metadata: session.metadata,
    };
    intents.set(intent.id, intent);
    Object.assign(session, {
      payment_intent: intent.id,
      payment_status: "paid",
      customer_details: { email: `jenny.${session.id.slice(-12).toLowerCase()}@example.com` },
      url: null,
    });
    if (session.status === "open") session.status = "complete";
    return Promise.all([send("payment_intent.succeeded", intent), send("checkout.session.completed", session)]);
  }

  async function fail(session: Session): Promise<void> {
    await send("payment_intent.payment_failed", { id: id("pi_3"), object: "payment_intent", metadata: session.metadata });
  }

  async function look(): Promise<void> {
    for (const session of sessions.values()) {
      if (session.status === "open" && session.expires_at <= seconds()) expire(session);
    }
  }

  function expire(session: Session): void {
    session.status = "expired";
    session.url = null;
    void send("checkout.session.expired", session);
  }

  async function create(call: Call): Promise<Reply> {
    const form = new URLSearchParams(call.body);
    const item = (name: string) => form.get(`line_items[0]${name}`);
    const amount = Number(item("[price_data][unit_amount]"));
    const currency = item("[price_data][currency]");
    if (form.get("mode") !== "payment") return invalid("Missing required param: mode.", { param: "mode" });
    if (currency === null || item("[quantity]") !== "1") return invalid("Missing required param: line_items.", { param: "line_items" });
    if (!Number.isInteger(amount))
      return invalid(`Invalid integer: ${item("[price_data][unit_amount]")}`, { param: "line_items[0][price_data][unit_amount]" });
    if (amount < AMOUNT_MIN)
      return invalid("The Checkout Session's total amount must convert to at least 50 cents.", { code: "amount_too_small" });
    const expiresAt = Number(form.get("expires_at") ?? seconds() + EXPIRY_MAX_S);
    if (expiresAt < seconds() + EXPIRY_MIN_S) {
      return invalid("The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.", { param: "expires_at" });
    }
    if (expiresAt > seconds() + EXPIRY_MAX_S) {
      return invalid("The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.", { param: "expires_at" });
    }
    const sessionId = id("cs_test_a1", 56);
    const session: Session = {
      id: sessionId,
      object: "checkout.session",
      amount_subtotal: amount,
      amount_total: amount,
      currency: currency.toLowerCase(),
      client_reference_id: form.get("client_reference_id"),
      created: seconds(),
      customer_details: null,
      expires_at: expiresAt,
      livemode: false,
      metadata: { reference: form.get("metadata[reference]") ?? "" },
      mode: "payment",
      payment_intent: null,
      payment_status: "unpaid",
      status: "open",
      success_url: form.get("success_url") ?? "",
      cancel_url: form.get("cancel_url") ?? "",
      url: `${world.origin}/c/pay/${sessionId}`,
    };
    sessions.set(session.id, session);
    // As the answer stood before it was paid.
    const body = structuredClone(session);
    if (world.knobs.paysBeforeAnswer) await pay(session);
    return { status: 200, body };
  }

  async function close(session: Session): Promise<Reply> {
    if (world.knobs.paysWhileClosing && session.status === "open") await pay(session);
    if (session.status !== "open") {
      const state = `This Checkout Session has a status of \`${session.status}\`.`;
      return invalid(`Only Checkout Sessions with a status in ["open"] can be expired. ${state}`);
    }
    expire(session);
    return { status: 200, body: session };
  }

  async function refund(call: Call): Promise<Reply> {
    const form = new URLSearchParams(call.body);
    const wanted = form.get("payment_intent") ?? "";
    const charge = charges.get(intents.get(wanted)?.latest_charge ?? "");
    if (!charge) return noSuch("payment_intent", wanted);
    const left = charge.amount - charge.amount_refunded;
    const amount = Number(form.get("amount") ?? left);
    if (left === 0) return invalid(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
    if (amount > left)
      return invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, { param: "amount" });
    const status = ({ done: "succeeded", pending: "pending", failed: "failed" } as const)[world.knobs.refunds];
    const made: Refund = {
      id: id("re_3"),
      object: "refund",
      amount,
      currency: charge.currency,
      payment_intent: wanted,
      charge: charge.id,
      status,
      created: seconds(),
      metadata: { key: form.get("metadata[key]") ?? "" },
    };
    refunds.set(made.id, made);
    if (status !== "failed") take(charge, amount);
    void send("refund.created", made);
    if (status === "failed") void send("refund.failed", made);
    return { status: 200, body: { ...made } };
  }

  function take(charge: Charge, amount: number): void {
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
  }

  /** Repeats the first answer for a key, unless the request failed validation. */
  async function once(call: Call, work: () => Promise<Reply>): Promise<Reply> {
    const key = call.headers["idempotency-key"];
    if (typeof key !== "string") return work();
    const earlier = byKey.get(key);
    const request = `${call.path} ${call.body}`;
    if (earlier && earlier.request !== request) {
      const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
      return { status: 400, body: { error: { message, type: "idempotency_error" } } };
    }
    if (earlier) return { ...earlier.reply, headers: { "idempotent-replayed": "true" } };
    const reply = await work();
    if (reply.status < 400) byKey.set(key, { request, reply: structuredClone(reply) });
    return reply;
  }

  function expanded(session: Session, call: Call): object {
    const wanted = [...call.query].filter(([name]) => /^expand(\[\d*\])?$/.test(name)).map(([, path]) => path);
    const intent = intents.get(session.payment_intent ?? "");
    if (!intent || !wanted.some((path) => path.startsWith("payment_intent"))) return session;
    const charge = wanted.includes("payment_intent.latest_charge") ? charges.get(intent.latest_charge) : intent.latest_charge;
    return { ...session, payment_intent: { ...intent, latest_charge: charge } };
  }

  async function answer(operation: Operation, call: Call): Promise<Reply> {
    await look();
    if (operation === "create") return once(call, () => create(call));
    if (operation === "refund") return once(call, () => refund(call));
    if (operation === "search") {
      const data = [...sessions.values()].toReversed().slice(0, Number(call.query.get("limit") ?? 10));
      return { status: 200, body: { object: "list", data, has_more: false, url: "/v1/checkout/sessions" } };
    }
    if (operation === "refunds") {
      const [intent, after] = [call.query.get("payment_intent"), call.query.get("starting_after")];
      const since = Number(call.query.get("created[gte]") ?? 0);
      const all = [...refunds.values()].toReversed();
      const found = all
        .slice(1 + all.findIndex(({ id: refundId }) => refundId === after))
        .filter(({ payment_intent, created }) => (intent === null || payment_intent === intent) && created >= since);
      const data = found.slice(0, Number(call.query.get("limit") ?? 10));
      return { status: 200, body: { object: "list", data, has_more: data.length < found.length, url: "/v1/refunds" } };
    }
    const wanted = call.path.split("/")[operation === "status" || operation === "close" ? 4 : 3] ?? "";
    if (operation === "dispute")
      return disputes.has(wanted) ? { status: 200, body: disputes.get(wanted) ?? {} } : noSuch("dispute", wanted);
    if (operation === "payment")
      return intents.has(wanted) ? { status: 200, body: intents.get(wanted) ?? {} } : noSuch("payment_intent", wanted);
    if (operation === "refund-status")
      return refunds.has(wanted) ? { status: 200, body: refunds.get(wanted) ?? {} } : noSuch("refund", wanted);
    const session = sessions.get(wanted);
    if (!session) return noSuch("checkout.session", wanted);
    return operation === "close" ? close(session) : { status: 200, body: expanded(session, call) };
  }

  async function page(session: Session, call: Call): Promise<Reply> {
    if (session.status !== "open") return { status: 200, body: plainPage(`This Checkout Session is ${session.status}`) };
    const shown = { paise: session.amount_total, description: session.client_reference_id ?? "", back: session.cancel_url || null };
    if (call.method === "GET") return { status: 200, body: paymentPage({ title: "Stripe", ...shown }) };
    if (new URLSearchParams(call.body).get("choice") === "fail") {
      await fail(session);
      return { status: 200, body: paymentPage({ title: "Your card was declined", ...shown }) };
    }
    // The buyer is sent back at once, and the events come when they come.
    void pay(session);
    const location = session.success_url.replaceAll("{CHECKOUT_SESSION_ID}", session.id);
    return { status: 303, body: "", headers: { location } };
  }

  function sessionOf(sessionId: string): Session {
    const session = sessions.get(sessionId);
    if (!session) throw new Error(`no such session: ${sessionId}`);
    return session;
  }

  return {
    events,
    operationOf: ({ method, path }) => operations.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1] ?? null,
    isAuthorized: ({ headers }) => headers.authorization === `Bearer ${secretKey}`,
    errorOf: (status) => {
      const error = (message: string, type = "invalid_request_error") => ({ error: { message, type } });
      if (status === 401) return error(`Invalid API Key provided: ${secretKey.slice(0, 8)}*******${secretKey.slice(-4)}`);
      if (status === 429) return error("Request rate limit exceeded.");
      if (status === 404) return error("Unrecognized request URL.");
      return error("An unknown error occurred.", "api_error");
    },
    answer,
    page: (call) => {
      const session = sessions.get(/^\/c\/pay\/([^/]+)$/.exec(call.path)?.[1] ?? "");
      return session ? look().then(() => page(session, call)) : null;
    },
    pay: async (sessionId) => pay(sessionOf(sessionId)),
    fail: async (sessionId) => fail(sessionOf(sessionId)),
    async endRefund(refundId, state) {
      const made = refunds.get(refundId);
      const charge = charges.get(made?.charge ?? "");
      if (!made || !charge) throw new Error("no such refund");
      made.status = state === "done" ? "succeeded" : "failed";
      if (state === "failed") take(charge, -made.amount);
      await send(state === "done" ? "refund.updated" : "refund.failed", made);
    },
    async dispute({ payment, state }) {
      const charge = charges.get(intents.get(payment)?.latest_charge ?? "");
      if (!charge) throw new Error("no such payment");
      const known = [...disputes.values()].find(({ payment_intent }) => payment_intent === payment);
      const dispute = known ?? aDispute(charge, seconds());
      disputes.set(dispute.id, Object.assign(dispute, { status: state === "open" ? "needs_response" : state }));
      const isOver = state === "won" || state === "lost";
      await send(`charge.dispute.${known ? (isOver ? "closed" : "updated") : "created"}`, dispute);
      return { id: dispute.id };
    },
    pages: () =>
      [...sessions.values()].map((session) => ({
        id: session.id,
        reference: session.client_reference_id ?? "",
        paise: session.amount_total,
        currency: session.currency.toUpperCase(),
        state: session.status,
        url: session.url ?? "",
        payments: session.payment_intent === null ? [] : [session.payment_intent],
      })),
    refunds: () =>
      [...refunds.values()].map(({ id: refundId, payment_intent, amount, status }) => ({
        id: refundId,
        payment: payment_intent,
        paise: amount,
        state: status === "succeeded" ? "done" : status,
      })),
    look,
  };
}

await runFake(openStripeFake);
