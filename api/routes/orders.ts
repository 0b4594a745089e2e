import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { accountTopic } from "#shop/accounts/account-topic.ts";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { conversationTopic } from "#shop/orders/messages/conversation.ts";
import { readNews } from "#shop/orders/messages/read-news.server.ts";
import { AttemptForm, payAgain } from "#shop/orders/payment/attempts/pay-again.server.ts";
import { readPaying } from "#shop/orders/payment/attempts/read-paying.server.ts";
import { sendUtr, UtrForm } from "#shop/orders/payment/upi/send-utr.server.ts";
import { showPayee } from "#shop/orders/payment/upi/show-payee.server.ts";
import { findAdminOrder } from "#shop/orders/reading/admin-orders.server.ts";
import { findOrder, isBuyerOf } from "#shop/orders/reading/find-order.server.ts";
import type { OrderView } from "#shop/orders/reading/order-view.ts";
import { listOwnOrders } from "#shop/orders/reading/own-orders.server.ts";
import { parsed } from "#shop/parse.ts";
import type { ReceivedProof } from "#shop/payments/proof-image.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { may } from "#shop/rights.ts";
import { answers, refusals, say, takes } from "../answers.ts";
import type { ApiEnv } from "../api-env.ts";
import { limitedChanges, whileLoggedIn } from "../events/limited-changes.ts";
import { failsWith } from "../failure.ts";
import { readJson } from "../gates/read-body.ts";
import { buyers, buyersOr, signedIn } from "../gates/security.ts";
import { addOrderClaimCalls } from "./claims/order-claims.ts";
import { addOrderMessageCalls } from "./messages/order-messages.ts";
import { AccountOrderJson, AdminOrderJson, BuyersOrderJson, PublicOrderJson } from "./order-json.ts";
import { ListCursor, OrderInPath } from "./parameters.ts";
import { addPlacing, readFields, readProof } from "./place-order.ts";
import { accountOrderJson, adminOrderJson, orderJson } from "./present-order.ts";

const one = createRoute({
  method: "get",
  path: "/api/orders/{requestCode}",
  security: buyersOr("read-orders"),
  summary: "An order, as far as the caller may see it",
  description: "Anyone with its code sees its status. Its buyer also sees the IDs and the rest. Admins and API keys see everything.",
  middleware: failsWith("failedToLoadOrderDetails"),
  request: { params: OrderInPath },
  responses: { 200: answers("The order.", z.union([AdminOrderJson, BuyersOrderJson, PublicOrderJson])), ...refusals },
});

const cancellation = createRoute({
  method: "post",
  path: "/api/orders/{requestCode}/cancellation",
  security: buyers,
  summary: "Cancel your own pending order",
  middleware: failsWith("failedToCancelOrder"),
  request: { params: OrderInPath },
  responses: { 200: answers("The cancelled order.", z.union([BuyersOrderJson, PublicOrderJson])), ...refusals },
});

const utr = createRoute({
  method: "post",
  path: "/api/orders/{requestCode}/utr",
  security: buyers,
  summary: "Send the UTR of a UPI payment",
  description: "The UTR is a claim. Nothing is delivered until the shop finds the payment. The IDs stay reserved until then.",
  middleware: failsWith("failedToProcessRequest"),
  request: {
    params: OrderInPath,
    body: takes(UtrForm.extend({ screenshot: z.string().nullish() }), "application/json", "multipart/form-data"),
  },
  responses: { 200: answers("The order.", z.union([BuyersOrderJson, PublicOrderJson])), ...refusals },
});

const attempt = createRoute({
  method: "post",
  path: "/api/orders/{requestCode}/payment-attempts",
  security: buyers,
  summary: "Open a new payment page for an order",
  description:
    "The provider's earlier page is closed first. If it was already paid, that payment counts. A buyer who was asked to pay a `Request First` order names the provider as `paymentMethod`. Once in 20 s, and ten attempts an order at most.",
  middleware: failsWith("failedToProcessRequest"),
  request: { params: OrderInPath, body: { ...takes(AttemptForm), required: false } },
  responses: { 200: answers("The order.", z.union([BuyersOrderJson, PublicOrderJson])), ...refusals },
});

const events = createRoute({
  method: "get",
  path: "/api/orders/{requestCode}/events",
  security: buyersOr("read-orders"),
  summary: "Follow an order",
  description:
    "Server-sent events, each only `changed`: read the order again. One comes at once, unless nothing changed `since` (ms since 1970).",
  middleware: failsWith("failedToLoadOrderDetails"),
  request: { params: OrderInPath, query: z.object({ since: z.coerce.number().int().nonnegative().optional() }) },
  responses: { 200: { description: "The events.", content: { "text/event-stream": { schema: z.string() } } }, ...refusals },
});

const own = createRoute({
  method: "get",
  path: "/api/account/orders",
  security: signedIn,
  summary: "The caller's own orders, newest first",
  middleware: failsWith("failedToLoadOrders"),
  request: { query: ListCursor },
  responses: {
    200: answers("A page of orders.", z.object({ orders: z.array(AccountOrderJson), next: z.string().nullable() })),
    ...refusals,
  },
});

const ownEvents = createRoute({
  method: "get",
  path: "/api/account/orders/events",
  security: signedIn,
  summary: "Follow the caller's own orders",
  description: "Server-sent events. Each says only `changed`: read the orders again.",
  middleware: failsWith("failedToLoadOrders"),
  responses: { 200: { description: "The events.", content: { "text/event-stream": { schema: z.string() } } }, ...refusals },
});

/** The buyers' calls: place, look up, follow and cancel orders. [S2.15] [S6.1] [S6.2] */
export function addOrderCalls(api: OpenAPIHono<ApiEnv>): void {
  addPlacing(api);
  addOrderMessageCalls(api);
  addOrderClaimCalls(api);

  api.openapi(one, async (c) => {
    const { services, visitor } = c.var;
    const { requestCode } = c.req.valid("param");
    if (may(visitor, "read-orders")) {
      const order = await findAdminOrder(services, visitor, requestCode);
      return order ? c.json(adminOrderJson(order), 200) : say(c, refused("orderNotFound"));
    }
    return answerOrder(c, await findOrder(services, visitor, requestCode));
  });

  api.openapi(cancellation, async (c) => {
    const { services, visitor } = c.var;
    const { requestCode } = c.req.valid("param");
    const cancelled = await cancelOrder(services, visitor, requestCode);
    return cancelled.ok ? answerOrder(c, await findOrder(services, visitor, requestCode)) : say(c, cancelled);
  });

  api.openapi(utr, async (c) => {
    const { services, visitor } = c.var;
    const { requestCode } = c.req.valid("param");
    if (!(await isBuyerOf(services, visitor, requestCode))) return say(c, refused("orderNotForYou"));
    const read = await readUtr(c.req.raw);
    if (!read.ok) return say(c, read);
    const { form, proof } = read.value;
    const sent = await sendUtr(services, visitor, requestCode, form, proof, c.req.header(CLIENT_ADDRESS_HEADER) ?? null);
    return sent.ok ? answerOrder(c, await findOrder(services, visitor, requestCode)) : say(c, sent);
  });

  api.openapi(attempt, async (c) => {
    const { services, visitor, origin } = c.var;
    const { requestCode } = c.req.valid("param");
    if (!(await isBuyerOf(services, visitor, requestCode))) return say(c, refused("orderNotForYou"));
    const isBare = c.req.header("content-type") === undefined;
    const form = isBare ? ok({}) : await readJson(c.req.raw, AttemptForm);
    if (!form.ok) return say(c, form);
    const begun = await payAgain(services, visitor, requestCode, origin, form.value);
    return begun.ok ? answerOrder(c, await findOrder(services, visitor, requestCode)) : say(c, begun);
  });

  api.openapi(events, async (c) => {
    const { services, visitor } = c.var;
    const order = await findOrder(services, visitor, c.req.valid("param").requestCode);
    const { since } = c.req.valid("query");
    if (!order) return say(c, refused("orderNotFound"));
    const { requestCode } = order;
    const mayRead = order.isWhole && (may(visitor, "read-orders") || (await isBuyerOf(services, visitor, requestCode)));
    return limitedChanges(c, [`order:${requestCode}`, ...(mayRead ? [conversationTopic(requestCode)] : []), "settings"], since);
  });

  api.openapi(ownEvents, async (c) => {
    const { visitor } = c.var;
    return visitor.kind === "guest"
      ? say(c, refused("signInFirst"))
      : limitedChanges(c, [accountTopic(visitor.userId)], 0, whileLoggedIn(c));
  });

  api.openapi(own, async (c) => {
    const { services, visitor, origin } = c.var;
    if (visitor.kind === "guest") return say(c, refused("signInFirst"));

    const { rows, next } = await listOwnOrders(services, visitor, c.req.valid("query"));
    const [payee, news] = await Promise.all([showPayee(services, rows), readNews(services, visitor, rows)]);
    const shown = rows.map((order) => accountOrderJson(order, origin, { payee, paying: null, news: news.get(order.id) ?? null }));
    return c.json({ orders: shown, next }, 200);
  });
}

async function answerOrder(c: Context<ApiEnv>, order: OrderView | null) {
  if (!order) return say(c, refused("orderNotFound"));
  const { services, visitor, origin } = c.var;
  if (!order.isWhole) return c.json(orderJson(order, origin, { payee: null, paying: null, news: null }), 200);
  const [payee, paying, news] = await Promise.all([
    showPayee(services, [order]),
    readPaying(services, order),
    readNews(services, visitor, [order]),
  ]);
  return c.json(orderJson(order, origin, { payee, paying, news: news.get(order.id) ?? null }), 200);
}

/**
 * Reads a UTR with an optional picture: a file of a multipart form, or a data URL in JSON. [S10.12]
 */
async function readUtr(request: Request): Promise<Result<{ form: UtrForm; proof: ReceivedProof | null }>> {
  const input = await readFields(request);
  if (!input.ok) return input;
  const form = parsed(UtrForm, input.value);
  if (!form.ok) return form;
  const picture = typeof input.value === "object" && input.value !== null && "screenshot" in input.value ? input.value.screenshot : null;
  const proof = await readProof(picture);
  return proof.ok ? ok({ form: form.value, proof: proof.value }) : about(proof, "screenshot");
}
