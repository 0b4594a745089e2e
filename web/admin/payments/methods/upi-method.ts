import { withOwnPassword } from "#shop/accounts/passwords/with-own-password.server.ts";
import { confirmationFields, confirmationNames, withoutConfirmation } from "#shop/form-fields.ts";
import { changeUpiMethod } from "#shop/payments/upi/change-upi-method.server.ts";
import { UpiMethodForm } from "#shop/payments/upi/upi-method.ts";
import { forgetSettings } from "#shop/settings/settings.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { typedFieldsBut } from "#web/parts/forms/typed-fields.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/upi-method.ts";

export { default, loader, meta } from "./payment-methods.tsx";

/** Changes the UPI method: POST /admin/payment-methods/upi. [S10.1] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    {
      form: UpiMethodForm.extend(confirmationFields),
      failed: "failedToSaveSettings",
      done: "settingsSaved",
      typed: typedFieldsBut(confirmationNames),
    },
    async (asked, form) => {
      const { form: change, confirmation } = withoutConfirmation(form);
      const changed = await withOwnPassword(asked, confirmation, (admin) => changeUpiMethod(asked.services, admin, change));
      if (changed.ok) forgetSettings(asked.services);
      return changed;
    },
  );
}

export const clientAction = withToast("failedToSaveSettings");
