import { withOwnPassword } from "#shop/accounts/passwords/with-own-password.server.ts";
import { ConfirmationForm, confirmationNames, withoutConfirmation } from "#shop/form-fields.ts";
import { changeProviderMethod } from "#shop/payments/methods/change-provider-method.server.ts";
import { methodForms } from "#shop/payments/methods/method-forms.ts";
import { methodParts } from "#shop/payments/methods/payment-method.ts";
import { listProviderMethods, readHasPages } from "#shop/payments/methods/payment-methods.server.ts";
import { isProviderName } from "#shop/payments/payment.ts";
import { refused } from "#shop/refusal.ts";
import { forgetSettings } from "#shop/settings/settings.server.ts";
import { requestContext } from "#web/context.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { typedFieldsBut } from "#web/parts/forms/typed-fields.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { namesOfMethods } from "#web/parts/order/payment-methods.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { runAction } from "#web/run-action.ts";
import { orFail, say } from "#web/say.ts";
import { textsOfPage } from "#web/texts.tsx";
import type { Route } from "./+types/provider-method.ts";
import { FIRST_FORM, type MethodAnswer } from "./method-answer.ts";
import { keyParts } from "./provider-form.tsx";
import { ProviderSteps } from "./provider-steps.tsx";
import { changeOf, StepForm } from "./step-change.ts";

export const meta: Route.MetaFunction = ({ params: { name }, matches }) => [
  ...pageTitle(
    isProviderName(name) ? textsOfPage(matches, "parts")(namesOfMethods[name]) : textsOfPage(matches, "adminPayments")("paymentMethods"),
    matches,
  ),
  { name: "robots", content: "noindex" },
];

/** Loads a provider's method, and what the provider wants to see of the shop. [S10.1] */
export async function loader({ params: { name }, context }: Pick<Route.LoaderArgs, "params" | "context">) {
  const { services, visitor, settings, origin } = context.get(requestContext);
  const [methods, hasPages] = await orFail(context, "failedToLoadSettings", () =>
    Promise.all([listProviderMethods(services, visitor), readHasPages(services)]),
  );
  const method = methods.find((one) => one.name === name);
  if (!method) throw say(context, refused("notFound"));
  const hasAddress = services.httpClient.origin?.startsWith("https:") ?? false;
  return {
    method,
    origin,
    isPublic: services.isPublic,
    ready: { hasAddress, hasPages, hasContact: settings.supportEmail !== null },
  };
}

/** Sets up a method, switches it on or off: POST /admin/payment-methods/:name. [S10.1] */
export function action(args: Route.ActionArgs) {
  const { name: method } = args.params;
  if (!isProviderName(method)) throw say(args.context, refused("notFound"));
  return runAction(
    args,
    {
      form: methodForms[method].and(StepForm).and(ConfirmationForm),
      failed: "failedToSaveSettings",
      done: "settingsSaved",
      typed: typedFieldsBut([...methodParts[method].secrets, ...confirmationNames]),
    },
    async (asked, form) => {
      const { form: sent, confirmation } = withoutConfirmation(form);
      const change = changeOf(sent, { [FIRST_FORM]: keyParts(method), webhook: ["webhookSecret"], switch: ["isOn"] });
      const changed = await withOwnPassword(asked, confirmation, (admin) => changeProviderMethod(asked.services, admin, method, change));
      if (changed.ok) forgetSettings(asked.services);
      return changed;
    },
  );
}

export const clientAction = withToast("failedToSaveSettings");

/** A provider's method, step by step. [S10.1] */
export default function ProviderMethod({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  return <ProviderSteps key={loaderData.method.name} {...loaderData} answered={usePosted<MethodAnswer>()} />;
}
