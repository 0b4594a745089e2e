import { redirect } from "react-router";
import { DeletionForm } from "#shop/accounts/account-forms.ts";
import { deleteAccount } from "#shop/accounts/profile/delete-account.server.ts";
import { droppedSession } from "#shop/accounts/sign-in/sign-out.server.ts";
import { withoutToast } from "#web/parts/forms/network-error.ts";
import { inTime } from "#web/parts/session/auth-timeout.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/deletion.ts";

export { default, loader } from "./details.tsx";

/** Deletes the user's account and goes to /login: POST /account/deletion. [S6.8] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    {
      form: DeletionForm,
      failed: "failedToDeleteAccount",
      goTo: (_, { auth }) => redirect("/login?done=deletion", { status: 303, headers: droppedSession(auth) }),
    },
    ({ services, auth, visitor, headers }, form) => deleteAccount(services, auth, visitor, form, headers),
  );
}

export const clientAction = withoutToast("failedToDeleteAccount", inTime);
