import { withOwnPassword } from "#shop/accounts/passwords/with-own-password.server.ts";
import { ConfirmationForm, confirmationNames, withoutConfirmation } from "#shop/form-fields.ts";
import { changeUpiMethod } from "#shop/payments/upi/change-upi-method.server.ts";
import { readUpiMethod, readUpiTrial } from "#shop/payments/upi/read-upi-method.server.ts";
import { UpiMethodForm } from "#shop/payments/upi/upi-method.ts";
import { forgetSettings } from "#shop/settings/settings.server.ts";
import { requestContext } from "#web/context.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { typedFieldsBut } from "#web/parts/forms/typed-fields.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { namesOfMethods } from "#web/parts/order/payment-methods.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { runAction } from "#web/run-action.ts";
import { orFail } from "#web/say.ts";
import { textsOfPage } from "#web/texts.tsx";
import type { Route } from "./+types/upi-method.ts";
import { FIRST_FORM, type MethodAnswer } from "./method-answer.ts";
import { changeOf, StepForm } from "./step-change.ts";
import { UpiSteps } from "./upi-steps.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "parts")(namesOfMethods.upi), matches),
  { name: "robots", content: "noindex" },
];

/** Loads the UPI method, and what shows that it works. [S10.1] */
export async function loader({ context }: Pick<Route.LoaderArgs, "context">) {
  const { services, visitor } = context.get(requestContext);
  const [method, trial] = await orFail(context, "failedToLoadSettings", () =>
    Promise.all([readUpiMethod(services, visitor), readUpiTrial(services, visitor)]),
  );
  return { method, trial };
}

/** Changes the UPI method: POST /admin/payment-methods/upi. [S10.1] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    {
      form: UpiMethodForm.and(StepForm).and(ConfirmationForm),
      failed: "failedToSaveSettings",
      done: "settingsSaved",
      typed: typedFieldsBut(confirmationNames),
    },
    async (asked, form) => {
      const { form: sent, confirmation } = withoutConfirmation(form);
      const change = changeOf(sent, { [FIRST_FORM]: ["vpa", "payeeName", "isMerchantVpa"], switch: ["isOn"] });
      const changed = await withOwnPassword(asked, confirmation, (admin) => changeUpiMethod(asked.services, admin, change));
      if (changed.ok) forgetSettings(asked.services);
      return changed;
    },
  );
}

export const clientAction = withToast("failedToSaveSettings");

/** The UPI method, step by step. [S10.1] [S10.12] */
export default function UpiMethodPage({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  return <UpiSteps {...loaderData} answered={usePosted<MethodAnswer>()} />;
}
