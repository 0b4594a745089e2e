import { ChangePasswordForm } from "#shop/accounts/account-forms.ts";
import { changePassword } from "#shop/accounts/passwords/change-password.server.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { inTime } from "#web/parts/session/auth-timeout.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/password-change.ts";

export { default, loader } from "./details.tsx";

/** Changes the user's password: POST /account/password. [S7.4] [S8.3] */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, auth, visitor } = context.get(requestContext);
  const { headers } = request;
  const form = await readForm(ChangePasswordForm, request);
  if (!form.ok) return say(context, form);

  const change = await orSay(context, "failedToChangePassword", () => changePassword(services, auth, visitor, form.value, headers));
  return say(context, change, "passwordChanged");
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToChangePassword", () => inTime(serverAction));
}
