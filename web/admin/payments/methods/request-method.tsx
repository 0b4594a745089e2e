import { sectionPrint } from "#shop/settings/section-print.server.ts";
import { readAllSettings } from "#shop/settings/settings.server.ts";
import { requestContext } from "#web/context.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { namesOfMethods, usePaymentMethods } from "#web/parts/order/payment-methods.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { orFail } from "#web/say.ts";
import { textsOfPage } from "#web/texts.tsx";
import type { Route } from "./+types/request-method.ts";
import type { MethodAnswer } from "./method-answer.ts";
import { switchOwnMethod } from "./own-method-switch.ts";
import { RequestSteps } from "./request-steps.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "parts")(namesOfMethods.request), matches),
  { name: "robots", content: "noindex" },
];

/** Loads the owner's text of how to pay. [S1.4] */
export async function loader({ context }: Pick<Route.LoaderArgs, "context">) {
  const { services, visitor } = context.get(requestContext);
  const settings = await orFail(context, "failedToLoadSettings", () => readAllSettings(services, visitor));
  const { howToPay, textLanguage, translations } = settings;
  return { stored: { howToPay, textLanguage, translations }, seen: sectionPrint(settings, "how-to-pay") };
}

/** Turns Request First on or off: POST /admin/payment-methods/request. [S1.4] */
export const action = (args: Route.ActionArgs) => switchOwnMethod(args, "takesRequest");

export const clientAction = withToast("failedToSaveSettings");

/** Payment after the approval, step by step. [S1.4] [S10.1] */
export default function RequestMethod({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  const isOn = usePaymentMethods().includes("request");
  return <RequestSteps {...loaderData} isOn={isOn} answered={usePosted<MethodAnswer>()} />;
}
