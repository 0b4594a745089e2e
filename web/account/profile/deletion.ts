import { redirect } from "react-router";
import { DeletionForm } from "#shop/accounts/account-forms.ts";
import { droppedSession } from "#shop/accounts/sign-out.server.ts";
import { deleteAccount } from "#shop/orders/delete-account.server.ts";
import { authContext, servicesContext, visitorContext } from "#web/context.ts";
import { inTime } from "#web/parts/in-time.ts";
import { orUnreached } from "#web/parts/or-unreached.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/deletion.ts";

export { default, loader } from "./details.tsx";

/** Deletes the own account and goes to /login: POST /account/deletion. [S6.8] */
export async function action({ request, context }: Route.ActionArgs) {
  const { headers } = request;
  const form = await readForm(DeletionForm, request);
  if (!form.ok) return say(form);

  const auth = context.get(authContext);
  const deletion = await orSay(context, "failedToDeleteAccount", () =>
    deleteAccount(context.get(servicesContext), auth, context.get(visitorContext), form.value, headers),
  );
  if (!deletion.ok) return say(deletion);
  return redirect("/login?done=deletion", { status: 303, headers: droppedSession(auth) });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orUnreached("failedToDeleteAccount", () => inTime(serverAction));
}
