import { AlertTestForm, testAlert } from "#shop/payments/alerts/test-alert.ts";
import { withoutToast } from "#web/parts/forms/network-error.ts";
import { typedFields } from "#web/parts/forms/typed-fields.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/alert-test.ts";

export { default, loader, meta } from "./bank-alerts.tsx";

/** Says what the shop reads in a message; nothing is stored: POST /admin/payment-methods/upi/alerts/test. [S16.1] */
export function action(args: Route.ActionArgs) {
  return runAction(args, { form: AlertTestForm, failed: "failedToProcessRequest", typed: typedFields }, async ({ visitor }, form) =>
    testAlert(visitor, form),
  );
}

export const clientAction = withoutToast("failedToProcessRequest");
