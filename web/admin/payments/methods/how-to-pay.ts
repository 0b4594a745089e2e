import { withOwnPassword } from "#shop/accounts/passwords/with-own-password.server.ts";
import { confirmationNames, withoutConfirmation } from "#shop/form-fields.ts";
import { changeSection } from "#shop/settings/change-section.server.ts";
import { sectionForm } from "#shop/settings/settings-form.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { typedFieldsBut } from "#web/parts/forms/typed-fields.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/how-to-pay.ts";

export { default, loader, meta } from "./request-method.tsx";

/** Changes the text of how to pay: POST /admin/payment-methods/request/how-to-pay. [S1.4] [S10.1] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    {
      form: sectionForm("how-to-pay"),
      failed: "failedToSaveSettings",
      done: "settingsSaved",
      typed: typedFieldsBut(confirmationNames),
    },
    ({ services, auth, visitor, headers }, sent) => {
      const { form, confirmation } = withoutConfirmation(sent);
      return withOwnPassword({ services, auth, visitor, headers }, confirmation, (admin) =>
        changeSection(services, admin, "how-to-pay", form),
      );
    },
  );
}

export const clientAction = withToast("failedToSaveSettings");
