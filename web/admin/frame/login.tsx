import { redirect, useActionData } from "react-router";
import { LogInForm } from "#shop/accounts/account-forms.ts";
import { localPath } from "#shop/accounts/sign-in/local-path.ts";
import { signInAsAdmin } from "#shop/accounts/sign-in/sign-in.server.ts";
import { requestContext } from "#web/context.ts";
import { loadedTexts } from "#web/page-texts.ts";
import { signInBy } from "#web/parts/session/account-action.server.ts";
import { AccountForm, AccountPage } from "#web/parts/session/account-form.tsx";
import { CookiesNeeded } from "#web/parts/session/cookies-needed.tsx";
import { sendInTime } from "#web/parts/session/sign-in-failure.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import type { Route } from "./+types/login.ts";

const HOME = "/admin";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminFrame")("adminLogin"), matches),
  { name: "robots", content: "noindex" },
];

export function loader({ request, context }: Route.LoaderArgs) {
  if (context.get(requestContext).visitor.kind === "admin") throw redirect(localPath(new URL(request.url).searchParams.get("to"), HOME));
}

export function action(args: Route.ActionArgs) {
  const { request, context } = args;
  return signInBy(args, LogInForm, { general: "failedToLogIn", home: HOME }, (form) =>
    signInAsAdmin(context.get(requestContext).auth, form, request.headers),
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendInTime(serverAction, loadedTexts("adminFrame")("failedToLogIn"));
}

/** The login page for admins. [S2.22] */
export default function AdminLogin() {
  const texts = useTexts("adminFrame");
  return (
    <AccountPage title={texts("adminLogin")} lead={texts("loginLead")}>
      <AccountForm why={useActionData<typeof action>()} submit={texts("login")} />
      <CookiesNeeded />
    </AccountPage>
  );
}
