import { z } from "zod";
import { RecordedPaymentForm } from "#shop/orders/payment/money-forms.ts";
import { recordPayment } from "#shop/orders/payment/record-payment.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { typedFields } from "#web/parts/forms/typed-fields.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/payment-recording.ts";
import { ownAnswers, recordingQuestions } from "./own-answers.ts";

const SentPayment = z.preprocess((sent: Record<string, unknown>) => ownAnswers(sent, recordingQuestions), RecordedPaymentForm);

export { default, loader, meta } from "./money.tsx";

/** Records a UPI payment that an admin saw: POST /admin/money/recording. [S10.9] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: SentPayment, failed: "failedToProcessRequest", done: "paymentRecorded", typed: typedFields },
    ({ services, visitor }, form) => recordPayment(services, visitor, form),
  );
}

export const clientAction = withToast("failedToProcessRequest");
