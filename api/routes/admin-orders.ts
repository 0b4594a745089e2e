import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { ApprovalForm, PaymentForm, ProofCheckForm, RejectionForm } from "#shop/orders/decisions/decision-forms.ts";
import { markPaid } from "#shop/orders/decisions/mark-paid/mark-paid.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { replaceId } from "#shop/orders/decisions/replace/replace-id.server.ts";
import { ReplacementForm } from "#shop/orders/decisions/replace/replacement.ts";
import { askForPayment } from "#shop/orders/payment/upi/ask-for-payment.server.ts";
import { checkProof } from "#shop/orders/proofs/check-proof.server.ts";
import { readProof } from "#shop/orders/proofs/read-proof.server.ts";
import { findAdminOrder, listAdminOrders } from "#shop/orders/reading/admin-orders.server.ts";
import type { AdminOrderFields } from "#shop/orders/reading/order-view.ts";
import { refused } from "#shop/refusal.ts";
import { may } from "#shop/rights.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { answers, refusals, say, takes } from "../answers.ts";
import type { ApiEnv } from "../api-env.ts";
import { changesOf } from "../events/event-stream.ts";
import { whileLoggedIn } from "../events/limited-changes.ts";
import { failsWith } from "../failure.ts";
import { readJson } from "../gates/read-body.ts";
import { adminsOr } from "../gates/security.ts";
import { AdminOrderJson } from "./order-json.ts";
import { AdminList, OrderInPath } from "./parameters.ts";
import { adminOrderJson } from "./present-order.ts";

const orderResponses = { 200: answers("The order as it is now.", AdminOrderJson), ...refusals };

const list = createRoute({
  method: "get",
  path: "/api/admin/orders",
  security: adminsOr("read-orders"),
  summary: "Orders in full",
  description: "Pending orders paid first, then oldest first; others last handled first.",
  middleware: failsWith("failedToLoadOrders"),
  request: { query: AdminList },
  responses: { 200: answers("A page of orders.", z.object({ orders: z.array(AdminOrderJson), next: z.string().nullable() })), ...refusals },
});

const events = createRoute({
  method: "get",
  path: "/api/admin/orders/events",
  security: adminsOr("read-orders"),
  summary: "Follow the queue",
  description: "Server-sent events. Each says only `changed`: read the orders again. Changes of messages and settings are events too.",
  responses: { 200: { description: "The events.", content: { "text/event-stream": { schema: z.string() } } }, ...refusals },
});

const approval = createRoute({
  method: "post",
  path: "/api/admin/orders/{requestCode}/approval",
  security: adminsOr("decide-orders"),
  summary: "Approve a pending order with the IDs to deliver",
  middleware: failsWith("failedToProcessRequest"),
  request: { params: OrderInPath, body: takes(ApprovalForm) },
  responses: orderResponses,
});

const rejection = createRoute({
  method: "post",
  path: "/api/admin/orders/{requestCode}/rejection",
  security: adminsOr("decide-orders"),
  summary: "Reject a pending order with a reason for the buyer",
  description: "A reason in the settings, sent as it is, is stored in the language of the order.",
  middleware: failsWith("failedToProcessRequest"),
  request: { params: OrderInPath, body: takes(RejectionForm) },
  responses: orderResponses,
});

const proofCheck = createRoute({
  method: "post",
  path: "/api/admin/orders/{requestCode}/proof-check",
  security: adminsOr("decide-orders"),
  summary: "Save the result of a payment proof check",
  middleware: failsWith("failedToUpdateVerification"),
  request: { params: OrderInPath, body: takes(ProofCheckForm) },
  responses: orderResponses,
});

const payment = createRoute({
  method: "post",
  path: "/api/admin/orders/{requestCode}/payment",
  security: adminsOr("decide-orders"),
  summary: "Mark an order as paid or unpaid",
  middleware: failsWith("failedToProcessRequest"),
  request: { params: OrderInPath, body: takes(PaymentForm) },
  responses: orderResponses,
});

const paymentRequest = createRoute({
  method: "post",
  path: "/api/admin/orders/{requestCode}/payment-request",
  security: adminsOr("handle-money"),
  summary: "Ask the buyer of a pending Request First order to pay before delivery",
  middleware: failsWith("failedToProcessRequest"),
  request: { params: OrderInPath },
  responses: orderResponses,
});

const replacement = createRoute({
  method: "post",
  path: "/api/admin/orders/{requestCode}/replacement",
  security: adminsOr("decide-orders"),
  summary: "Replace a faulty ID of an approved order with one from stock, or with the given one",
  middleware: failsWith("failedToProcessRequest"),
  request: { params: OrderInPath, body: takes(ReplacementForm) },
  responses: orderResponses,
});

const proof = createRoute({
  method: "get",
  path: "/api/admin/orders/{requestCode}/proof",
  security: adminsOr("read-orders"),
  summary: "The picture of the payment proof",
  middleware: failsWith("failedToLoadOrderDetails"),
  request: { params: OrderInPath },
  responses: { 200: { description: "The picture.", content: { "image/jpeg": { schema: z.string() } } }, ...refusals },
});

/**
 * The admin calls on orders; `adminsAlone` runs before them. [S2.28] [S4.1] [S4.9] [S6.3] [S6.5]
 */
export function addAdminOrderCalls(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(list, async (c) => {
    const { status, from, to, ...options } = c.req.valid("query");
    const days = from || to ? { from, to, timeZone: (await readSettings(c.var.services)).timeZone } : null;
    const { rows, next } = await listAdminOrders(c.var.services, c.var.visitor, status, { ...options, days });
    return c.json({ orders: rows.map(adminOrderJson), next }, 200);
  });

  api.openapi(events, (c) => changesOf(c, c.var.services.live, topicsFor(c.var), 0, whileLoggedIn(c)));

  api.openapi(approval, async (c) => {
    const { requestCode } = c.req.valid("param");
    const form = await readJson(c.req.raw, ApprovalForm);
    if (!form.ok) return say(c, form);
    const approved = await approveOrder(c.var.services, c.var.visitor, requestCode, form.value);
    return approved.ok ? answerOrder(c, await findAdminOrder(c.var.services, c.var.visitor, requestCode)) : say(c, approved);
  });

  api.openapi(rejection, async (c) => {
    const { requestCode } = c.req.valid("param");
    const form = await readJson(c.req.raw, RejectionForm);
    if (!form.ok) return say(c, form);
    const rejected = await rejectOrder(c.var.services, c.var.visitor, requestCode, form.value);
    return rejected.ok ? answerOrder(c, await findAdminOrder(c.var.services, c.var.visitor, requestCode)) : say(c, rejected);
  });

  api.openapi(proofCheck, async (c) => {
    const { requestCode } = c.req.valid("param");
    const form = await readJson(c.req.raw, ProofCheckForm);
    if (!form.ok) return say(c, form);
    const checked = await checkProof(c.var.services, c.var.visitor, requestCode, form.value);
    return checked.ok ? answerOrder(c, await findAdminOrder(c.var.services, c.var.visitor, requestCode)) : say(c, checked);
  });

  api.openapi(payment, async (c) => {
    const { requestCode } = c.req.valid("param");
    const form = await readJson(c.req.raw, PaymentForm);
    if (!form.ok) return say(c, form);
    const marked = await markPaid(c.var.services, c.var.visitor, requestCode, form.value);
    return marked.ok ? answerOrder(c, await findAdminOrder(c.var.services, c.var.visitor, requestCode)) : say(c, marked);
  });

  api.openapi(paymentRequest, async (c) => {
    const { requestCode } = c.req.valid("param");
    const asked = await askForPayment(c.var.services, c.var.visitor, requestCode);
    return asked.ok ? answerOrder(c, await findAdminOrder(c.var.services, c.var.visitor, requestCode, "handle-money")) : say(c, asked);
  });

  api.openapi(replacement, async (c) => {
    const { requestCode } = c.req.valid("param");
    const form = await readJson(c.req.raw, ReplacementForm);
    if (!form.ok) return say(c, form);
    const replaced = await replaceId(c.var.services, c.var.visitor, requestCode, form.value);
    return replaced.ok ? answerOrder(c, await findAdminOrder(c.var.services, c.var.visitor, requestCode)) : say(c, replaced);
  });

  api.openapi(proof, async (c) => {
    const picture = await readProof(c.var.services, c.var.visitor, c.req.valid("param").requestCode);
    if (!picture.ok) return say(c, picture);

    const { name, bytes } = picture.value;
    return c.body(new Uint8Array(bytes), 200, {
      "Content-Type": "image/jpeg",
      "Content-Disposition": `inline; filename="${name.split("/").at(-1)}"`,
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    });
  });
}

/** What each topic of the admin area asks for; null is for everybody who works in the shop. */
const rightOfTopic = { orders: "read-orders", messages: "answer-buyers", settings: null, payments: "handle-money" } as const;

/** The topics that a visitor may follow; a key with the call's scope follows all. [S13.2] [S13.9] */
function topicsFor({ visitor, apiKey }: ApiEnv["Variables"]): string[] {
  const topics = Object.entries(rightOfTopic);
  return topics.flatMap(([topic, right]) => (apiKey || right === null || may(visitor, right) ? [topic] : []));
}

function answerOrder(c: Context<ApiEnv>, order: AdminOrderFields | null) {
  return order ? c.json(adminOrderJson(order), 200) : say(c, refused("orderNotFound"));
}
