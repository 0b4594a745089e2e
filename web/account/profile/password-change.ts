import { ChangePasswordForm } from "#shop/accounts/account-forms.ts";
import { changePassword } from "#shop/accounts/change-password.server.ts";
import { messages } from "#shop/messages.ts";
import { authContext, servicesContext, visitorContext } from "#web/context.ts";
import { inTime } from "#web/parts/in-time.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/password-change.ts";

export { default, loader } from "./details.tsx";

/** Changes the own password: POST /account/password. [S7.4] [S8.3] */
export async function action({ request, context }: Route.ActionArgs) {
  const { headers } = request;
  const form = await readForm(ChangePasswordForm, request);
  if (!form.ok) return say(form);

  const change = await orSay(context, "failedToChangePassword", () =>
    changePassword(context.get(servicesContext), context.get(authContext), context.get(visitorContext), form.value, headers),
  );
  return say(change, messages.passwordChanged);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToChangePassword", () => inTime(serverAction));
}
