import { showEmail } from "#shop/emails/reading/show-email.server.ts";
import { withoutToast } from "#web/parts/forms/network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/email-showing.ts";

export { default, loader } from "./emails.tsx";

/**
 * Shows a whole email: POST /admin/emails/:emailId/showing. Its links begin with the address
 * configured for email or, without email, with the address that the admin uses.
 */
export function action(args: Route.ActionArgs) {
  return runAction(args, { failed: "failedToShowEmail" }, ({ services, visitor, origin: asked, params }) =>
    showEmail(services, visitor, params.emailId, services.mail.isOn ? services.mail.origin : asked),
  );
}

export const clientAction = withoutToast("failedToShowEmail");
