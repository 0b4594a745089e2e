import { z } from "zod";
import { matchPayment } from "#shop/orders/payment/match-payment.server.ts";
import { MatchForm } from "#shop/orders/payment/money-forms.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { typedFields } from "#web/parts/forms/typed-fields.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/payment-match.ts";
import { matchQuestions, ownAnswers } from "./own-answers.ts";

const SentMatch = z.preprocess((sent: Record<string, unknown>) => ownAnswers(sent, matchQuestions), MatchForm);

export { default, loader, meta } from "./money.tsx";

/** Matches a payment to an order: POST /admin/money/:paymentId/match. [S10.9] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: SentMatch, failed: "failedToProcessRequest", done: "paymentMatched", typed: typedFields },
    ({ services, visitor, params }, form) => matchPayment(services, visitor, params.paymentId, form),
  );
}

export const clientAction = withToast("failedToProcessRequest");
