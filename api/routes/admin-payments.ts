import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { rupeesFromPaise } from "#shop/money.ts";
import { ignorePayment } from "#shop/orders/payment/ignore-payment.server.ts";
import { findPayment, listPayments } from "#shop/orders/payment/list-payments.server.ts";
import type { DisputeOfPayment, ListedPayment, RefundOfPayment } from "#shop/orders/payment/listed-payment.ts";
import { matchPayment } from "#shop/orders/payment/match-payment.server.ts";
import { IgnoringForm, MatchForm, RecordedPaymentForm, RefundForm } from "#shop/orders/payment/money-forms.ts";
import { recordPayment } from "#shop/orders/payment/record-payment.server.ts";
import { refundPayment } from "#shop/orders/payment/refunds/refund-payment.server.ts";
import {
  disputeStates,
  instantLimits,
  paymentProblems,
  paymentSources,
  paymentStates,
  refundStates,
  refundWays,
} from "#shop/payments/payment.ts";
import { refused } from "#shop/refusal.ts";
import { inSnakeCase, snakeCaseOf } from "#shop/snake-case.ts";
import { inEnglish } from "#shop/stored-text.ts";
import { answers, refusals, say, takes } from "../answers.ts";
import type { ApiEnv } from "../api-env.ts";
import { failsWith } from "../failure.ts";
import { readJson } from "../gates/read-body.ts";
import { adminsOr } from "../gates/security.ts";
import { PaymentInPath, PaymentList } from "./parameters.ts";

const time = z.string().openapi({ description: "ISO 8601.", example: "2026-01-01T00:00:00.000Z" });
const rupees = z.number().openapi({ description: "In units of its currency, such as rupees.", example: 499.5 });

/** Money that goes back, or did. [S10.10] */
const RefundJson = z
  .object({
    amount: rupees,
    state: snakeCaseOf(refundStates).openapi({
      description: "`due`: to be sent to the provider. `sent`: the provider has not finished it.",
    }),
    how: snakeCaseOf(refundWays),
    reference: z.string().nullable().openapi({ description: "By hand: how the transfer is found again. Else the provider's id of it." }),
    problem: z.string().nullable().openapi({ description: "What went wrong." }),
    reason: z.string(),
    creditNote: z.string().nullable().openapi({ description: "The number of its credit note. Null: none.", example: "CN/2026-27/00001" }),
    at: time,
    doneAt: time.nullable(),
  })
  .openapi("PaymentRefund");

/** A dispute of a payment at its provider. [S10.18] */
const DisputeJson = z
  .object({
    id: z.string().openapi({ description: "The provider's id for it." }),
    amount: rupees,
    currency: z.string(),
    reason: z.string().openapi({ description: "In the provider's words." }),
    state: snakeCaseOf(disputeStates).openapi({ description: "`closed`: over without a decision." }),
    respondBy: time.nullable().openapi({ description: "When the owner has to answer at the provider. ISO 8601. Null: unknown." }),
    openedAt: time,
    closedAt: time.nullable(),
  })
  .openapi("PaymentDispute");

/** A payment with everything, for admins only. [S10.9] */
const PaymentJson = z
  .object({
    id: z.string(),
    state: snakeCaseOf(paymentStates).openapi({ description: "`matched`: it pays for its order." }),
    problem: snakeCaseOf(paymentProblems).nullable().openapi({ description: "Why it needs a decision." }),
    heldBack: snakeCaseOf(instantLimits).nullable().openapi({ description: "The owner's limit that stopped instant delivery." }),
    requestCode: z.string().nullable().openapi({ description: "Its order. Null: unknown." }),
    amount: rupees,
    currency: z.string(),
    source: z.enum(paymentSources),
    reference: z.string().openapi({ description: "The provider's id for it, or the UTR." }),
    payer: z.string().nullable().openapi({ description: "Who paid, according to the source; of a bank alert its whole text." }),
    at: time.openapi({ description: "When it was paid, by the provider's clock. ISO 8601." }),
    receivedAt: time,
    fee: rupees.nullable(),
    refunded: rupees.openapi({ description: "How much of it was refunded." }),
    refunding: rupees.openapi({ description: "How much of it is being refunded." }),
    reason: z.string().nullable().openapi({ description: "Why it is ignored." }),
    refunds: z.array(RefundJson).openapi({ description: "The earliest first." }),
    disputes: z.array(DisputeJson).openapi({ description: "The earliest first." }),
  })
  .openapi("ReceivedPayment");

const paymentResponses = { 200: answers("The payment as it is now.", PaymentJson), ...refusals };

const list = createRoute({
  method: "get",
  path: "/api/admin/payments",
  security: adminsOr("handle-money"),
  summary: "Payments received",
  description: "Newest first.",
  middleware: failsWith("failedToLoadPayments"),
  request: { query: PaymentList },
  responses: {
    200: answers("A page of payments.", z.object({ payments: z.array(PaymentJson), next: z.string().nullable() })),
    ...refusals,
  },
});

const recording = createRoute({
  method: "post",
  path: "/api/admin/payments",
  security: adminsOr("handle-money"),
  summary: "Record a UPI payment that was seen at the bank",
  description: "If the amount is right, its order is delivered.",
  middleware: failsWith("failedToProcessRequest"),
  request: { body: takes(RecordedPaymentForm) },
  responses: paymentResponses,
});

const matching = createRoute({
  method: "post",
  path: "/api/admin/payments/{id}/match",
  security: adminsOr("handle-money"),
  summary: "Match a payment to an order, and deliver it",
  middleware: failsWith("failedToProcessRequest"),
  request: { params: PaymentInPath, body: takes(MatchForm) },
  responses: paymentResponses,
});

const refunding = createRoute({
  method: "post",
  path: "/api/admin/payments/{id}/refund",
  security: adminsOr("handle-money"),
  summary: "Refund a payment, fully or partly",
  description:
    "By its provider, or noted by hand with a reference. `left` is what was left of it when the program looked: another refund meanwhile is refused, so that a call sent twice refunds once.",
  middleware: failsWith("failedToProcessRequest"),
  request: { params: PaymentInPath, body: takes(RefundForm) },
  responses: paymentResponses,
});

const ignoring = createRoute({
  method: "post",
  path: "/api/admin/payments/{id}/ignore",
  security: adminsOr("handle-money"),
  summary: "Ignore a payment, with a reason",
  middleware: failsWith("failedToProcessRequest"),
  request: { params: PaymentInPath, body: takes(IgnoringForm) },
  responses: paymentResponses,
});

/** The admin calls on payments; `adminsAlone` runs before them. [S10.9] [S10.10] */
export function addAdminPaymentCalls(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(list, async (c) => {
    const { state, ...options } = c.req.valid("query");
    const listed = await listPayments(c.var.services, c.var.visitor, { ...options, state });
    return listed.ok ? c.json({ payments: listed.value.rows.map(paymentJson), next: listed.value.next }, 200) : say(c, listed);
  });

  api.openapi(recording, async (c) => {
    const form = await readJson(c.req.raw, RecordedPaymentForm);
    if (!form.ok) return say(c, form);
    const recorded = await recordPayment(c.var.services, c.var.visitor, form.value);
    return recorded.ok ? answerPayment(c, recorded.value.paymentId) : say(c, recorded);
  });

  api.openapi(matching, async (c) => {
    const { id } = c.req.valid("param");
    const form = await readJson(c.req.raw, MatchForm);
    if (!form.ok) return say(c, form);
    const matched = await matchPayment(c.var.services, c.var.visitor, id, form.value);
    return matched.ok ? answerPayment(c, id) : say(c, matched);
  });

  api.openapi(refunding, async (c) => {
    const { id } = c.req.valid("param");
    const form = await readJson(c.req.raw, RefundForm);
    if (!form.ok) return say(c, form);
    const back = await refundPayment(c.var.services, c.var.visitor, id, form.value);
    return back.ok ? answerPayment(c, id) : say(c, back);
  });

  api.openapi(ignoring, async (c) => {
    const { id } = c.req.valid("param");
    const form = await readJson(c.req.raw, IgnoringForm);
    if (!form.ok) return say(c, form);
    const ignored = await ignorePayment(c.var.services, c.var.visitor, id, form.value);
    return ignored.ok ? answerPayment(c, id) : say(c, ignored);
  });
}

async function answerPayment(c: Context<ApiEnv>, id: string) {
  const payment = await findPayment(c.var.services, c.var.visitor, id);
  return payment ? c.json(paymentJson(payment), 200) : say(c, refused("paymentNotFound"));
}

function paymentJson(payment: ListedPayment): z.infer<typeof PaymentJson> {
  const { id, state, problem, heldBack, requestCode, currency, source, reference, payer, reason } = payment;
  const { paise, paidAt, receivedAt, feePaise, refundedPaise, refundingPaise } = payment;
  return {
    id,
    state: inSnakeCase(state),
    problem,
    heldBack: heldBack && inSnakeCase(heldBack),
    requestCode,
    amount: rupeesFromPaise(paise),
    currency,
    source,
    reference,
    payer,
    at: paidAt.toISOString(),
    receivedAt: receivedAt.toISOString(),
    fee: feePaise === null ? null : rupeesFromPaise(feePaise),
    refunded: rupeesFromPaise(refundedPaise),
    refunding: rupeesFromPaise(refundingPaise),
    reason,
    refunds: payment.refunds.map(refundJson),
    disputes: payment.disputes.map(disputeJson),
  };
}

function refundJson(refund: RefundOfPayment): z.infer<typeof RefundJson> {
  const { paise, state, how, reference, providerId, problem, reason, creditNote, createdAt, doneAt } = refund;
  return {
    amount: rupeesFromPaise(paise),
    state,
    how: inSnakeCase(how),
    reference: reference ?? providerId,
    problem: problem === null ? null : inEnglish(problem),
    reason,
    creditNote: creditNote?.number ?? null,
    at: createdAt.toISOString(),
    doneAt: doneAt?.toISOString() ?? null,
  };
}

function disputeJson(dispute: DisputeOfPayment): z.infer<typeof DisputeJson> {
  const { providerId, paise, currency, reason, state, respondBy, openedAt, closedAt } = dispute;
  return {
    id: providerId,
    amount: rupeesFromPaise(paise),
    currency,
    reason,
    state: inSnakeCase(state),
    respondBy: respondBy?.toISOString() ?? null,
    openedAt: openedAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  };
}
