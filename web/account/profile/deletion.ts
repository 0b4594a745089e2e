import { redirect } from "react-router";
import { DeletionForm } from "#shop/accounts/account-forms.ts";
import { deleteAccount } from "#shop/accounts/profile/delete-account.server.ts";
import { droppedSession } from "#shop/accounts/sign-in/sign-out.server.ts";
import { requestContext } from "#web/context.ts";
import { orNetworkError } from "#web/parts/forms/network-error.ts";
import { inTime } from "#web/parts/session/auth-timeout.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/deletion.ts";

export { default, loader } from "./details.tsx";

/** Deletes the user's account and goes to /login: POST /account/deletion. [S6.8] */
export async function action({ request, context }: Route.ActionArgs) {
  const { headers } = request;
  const form = await readForm(DeletionForm, request);
  if (!form.ok) return say(context, form);

  const { auth, services, visitor } = context.get(requestContext);
  const deletion = await orSay(context, "failedToDeleteAccount", () => deleteAccount(services, auth, visitor, form.value, headers));
  if (!deletion.ok) return say(context, deletion);
  return redirect("/login?done=deletion", { status: 303, headers: droppedSession(auth) });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orNetworkError("failedToDeleteAccount", () => inTime(serverAction));
}
