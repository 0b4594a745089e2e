import { withOwnPassword } from "#shop/accounts/passwords/with-own-password.server.ts";
import { ConfirmationForm, confirmationNames, withoutConfirmation } from "#shop/form-fields.ts";
import { changeProviderMethod } from "#shop/payments/methods/change-provider-method.server.ts";
import { methodForms } from "#shop/payments/methods/method-forms.ts";
import { methodParts } from "#shop/payments/methods/payment-method.ts";
import { isProviderName } from "#shop/payments/payment.ts";
import { refused } from "#shop/refusal.ts";
import { forgetSettings } from "#shop/settings/settings.server.ts";
import { requestContext } from "#web/context.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { typedFieldsBut } from "#web/parts/forms/typed-fields.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/provider-change.ts";
import { aboutMethod } from "./provider-answer.ts";

export { default, loader, meta } from "./payment-methods.tsx";

/** Sets up a method, switches it on or off: POST /admin/payment-methods/:name. [S10.1] */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { name } = params;
  if (!isProviderName(name)) throw say(context, refused("notFound"));
  const typed = await typedFieldsBut([...methodParts[name].secrets, ...confirmationNames])(request.clone());
  const form = await readForm(methodForms[name].and(ConfirmationForm), request);
  if (!form.ok) return aboutMethod(say(context, form), name, typed);

  const { services, auth, visitor } = context.get(requestContext);
  const { form: change, confirmation } = withoutConfirmation(form.value);
  const changed = await orSay(context, "failedToSaveSettings", () =>
    withOwnPassword({ services, auth, visitor, headers: request.headers }, confirmation, (admin) =>
      changeProviderMethod(services, admin, name, change),
    ),
  );
  if (changed.ok) forgetSettings(services);
  return aboutMethod(say(context, changed, "settingsSaved"), name, typed);
}

export const clientAction = withToast("failedToSaveSettings");
