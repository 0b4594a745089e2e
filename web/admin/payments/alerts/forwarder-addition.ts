import { withOwnPassword } from "#shop/accounts/passwords/with-own-password.server.ts";
import { confirmationNames, withoutConfirmation } from "#shop/form-fields.ts";
import { ForwarderForm } from "#shop/payments/alerts/forwarder-form.ts";
import { makeForwarder } from "#shop/payments/alerts/make-forwarder.server.ts";
import { withoutToast } from "#web/parts/forms/network-error.ts";
import { typedFieldsBut } from "#web/parts/forms/typed-fields.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/forwarder-addition.ts";

export { default, loader, meta } from "./bank-alerts.tsx";

/** Adds a phone and returns its secret once: POST /admin/payment-methods/upi/alerts/phones. [S16.1] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: ForwarderForm, failed: "failedToAddForwarder", done: "forwarderMade", typed: typedFieldsBut(confirmationNames) },
    ({ services, auth, visitor, headers }, sent) => {
      const { form, confirmation } = withoutConfirmation(sent);
      return withOwnPassword({ services, auth, visitor, headers }, confirmation, (owner) => makeForwarder(services, owner, form));
    },
  );
}

export const clientAction = withoutToast("failedToAddForwarder");
