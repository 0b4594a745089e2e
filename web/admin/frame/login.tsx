import { redirect, useActionData } from "react-router";
import { LogInForm } from "#shop/accounts/account-forms.ts";
import { localPath } from "#shop/accounts/local-path.ts";
import { signInAsAdmin } from "#shop/accounts/sign-in.server.ts";
import { messages } from "#shop/messages.ts";
import { authContext, visitorContext } from "../context.ts";
import { signInBy } from "../parts/account-action.server.ts";
import { AccountForm, AccountPage } from "../parts/account-form.tsx";
import { sendInTime } from "../parts/not-let-in.ts";
import { pageTitle } from "../parts/page-title.ts";
import type { Route } from "./+types/login.ts";

const HOME = "/admin/dashboard";

export const meta: Route.MetaFunction = ({ matches }) => [...pageTitle("Admin Login", matches), { name: "robots", content: "noindex" }];

export function loader({ request, context }: Route.LoaderArgs) {
  if (context.get(visitorContext).kind === "admin") throw redirect(localPath(new URL(request.url).searchParams.get("to"), HOME));
}

export function action(args: Route.ActionArgs) {
  const { request, context } = args;
  return signInBy(args, LogInForm, { general: "failedToLogIn", home: HOME }, (form) =>
    signInAsAdmin(context.get(authContext), form, request.headers),
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendInTime(serverAction, messages.failedToLogIn);
}

/** Where admins log in. [S2.22] */
export default function AdminLogin() {
  return (
    <AccountPage title="Admin Login" lead="For those who run this shop.">
      <AccountForm why={useActionData<typeof action>()} submit="Login" />
    </AccountPage>
  );
}
