import { withOwnPassword } from "#shop/accounts/passwords/with-own-password.server.ts";
import { confirmationFields, confirmationNames, withoutConfirmation } from "#shop/form-fields.ts";
import { changeUpiMethod } from "#shop/payments/upi/change-upi-method.server.ts";
import { UpiMethodForm } from "#shop/payments/upi/upi-method.ts";
import { forgetSettings } from "#shop/settings/settings.server.ts";
import { requestContext } from "#web/context.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { typedFieldsBut, withTypedFields } from "#web/parts/forms/typed-fields.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/upi-method.ts";

export { default, loader, meta } from "./payment-methods.tsx";

/** Changes the UPI method: POST /admin/payment-methods/upi. [S10.1] */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, auth, visitor } = context.get(requestContext);
  const typed = await typedFieldsBut(confirmationNames)(request.clone());
  const form = await readForm(UpiMethodForm.extend(confirmationFields), request);
  if (!form.ok) return withTypedFields(say(context, form), typed);

  const { form: change, confirmation } = withoutConfirmation(form.value);
  const changed = await orSay(context, "failedToSaveSettings", () =>
    withOwnPassword({ services, auth, visitor, headers: request.headers }, confirmation, (admin) =>
      changeUpiMethod(services, admin, change),
    ),
  );
  if (changed.ok) forgetSettings(services);
  return withTypedFields(say(context, changed, "settingsSaved"), typed);
}

export const clientAction = withToast("failedToSaveSettings");
