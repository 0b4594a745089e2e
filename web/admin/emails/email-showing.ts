import { showEmail } from "#shop/emails/reading/show-email.server.ts";
import { requestContext } from "#web/context.ts";
import { orNetworkError } from "#web/parts/forms/network-error.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/email-showing.ts";

export { default, loader } from "./emails.tsx";

/**
 * Shows a whole email: POST /admin/emails/:emailId/showing. Its links begin with the address
 * configured for email or, without email, with the address that the admin uses.
 */
export async function action({ params, context }: Route.ActionArgs) {
  const { services, visitor, origin: asked } = context.get(requestContext);
  const origin = services.mail.isOn ? services.mail.origin : asked;
  const showing = await orSay(context, "failedToShowEmail", () => showEmail(services, visitor, params.emailId, origin));
  return say(context, showing);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orNetworkError("failedToShowEmail", serverAction);
}
