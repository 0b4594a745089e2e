import { withOwnPassword } from "#shop/accounts/passwords/with-own-password.server.ts";
import { ConfirmationForm, confirmationNames, withoutConfirmation } from "#shop/form-fields.ts";
import { changeProviderMethod } from "#shop/payments/methods/change-provider-method.server.ts";
import { methodForms } from "#shop/payments/methods/method-forms.ts";
import { methodParts } from "#shop/payments/methods/payment-method.ts";
import { isProviderName } from "#shop/payments/payment.ts";
import { refused } from "#shop/refusal.ts";
import { forgetSettings } from "#shop/settings/settings.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { typedFieldsBut } from "#web/parts/forms/typed-fields.ts";
import { runAction } from "#web/run-action.ts";
import { say } from "#web/say.ts";
import type { Route } from "./+types/provider-change.ts";

export { default, loader, meta } from "./payment-methods.tsx";

/** Sets up a method, switches it on or off: POST /admin/payment-methods/:name. [S10.1] */
export function action(args: Route.ActionArgs) {
  const { name: method } = args.params;
  if (!isProviderName(method)) throw say(args.context, refused("notFound"));
  return runAction(
    args,
    {
      form: methodForms[method].and(ConfirmationForm),
      failed: "failedToSaveSettings",
      done: "settingsSaved",
      typed: typedFieldsBut([...methodParts[method].secrets, ...confirmationNames]),
      about: { method },
    },
    async (asked, form) => {
      const { form: change, confirmation } = withoutConfirmation(form);
      const changed = await withOwnPassword(asked, confirmation, (admin) => changeProviderMethod(asked.services, admin, method, change));
      if (changed.ok) forgetSettings(asked.services);
      return changed;
    },
  );
}

export const clientAction = withToast("failedToSaveSettings");
