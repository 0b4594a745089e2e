import { data, Link, redirect, useActionData } from "react-router";
import { NewPasswordForm } from "#shop/accounts/account-forms.ts";
import { isResetOpen, resetPassword } from "#shop/accounts/passwords/reset-password.server.ts";
import { resetCookie, resetTokenIn } from "#shop/accounts/sessions/cookies.ts";
import { requestContext } from "#web/context.ts";
import { loadedTexts } from "#web/page-texts.ts";
import { attemptBy } from "#web/parts/session/account-action.server.ts";
import { AccountForm, AccountPage, accountLink } from "#web/parts/session/account-form.tsx";
import { sendInTime } from "#web/parts/session/sign-in-failure.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import type { Route } from "./+types/reset-password.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "signIn")("setNewPassword"), matches),
  { name: "robots", content: "noindex" },
];

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" });

export async function loader({ request, context }: Route.LoaderArgs) {
  const isOpen = await isResetOpen(context.get(requestContext).services, resetTokenIn(request.headers));
  return data({ isOpen }, { status: isOpen ? 200 : 404 });
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const { services, auth, origin } = context.get(requestContext);
  const { no } = await attemptBy(args, NewPasswordForm, "failedToChangePassword", (form) =>
    resetPassword(services, auth, resetTokenIn(request.headers), form, request.headers),
  );
  if (no) return no;

  const dropped = resetCookie(null, origin.startsWith("https:"));
  return redirect("/login?done=password", { status: 303, headers: { "Set-Cookie": dropped } });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendInTime(serverAction, loadedTexts("session")("failedToChangePassword"));
}

/** Sets a new password after a reset link. [S2.17] */
export default function ResetPassword({ loaderData: { isOpen } }: Route.ComponentProps) {
  const texts = useTexts("signIn");
  const why = useActionData<typeof action>();
  return (
    <AccountPage
      title={texts("setNewPassword")}
      lead={isOpen ? texts("setNewPasswordLead") : undefined}
      below={
        <>
          <Link to="/login" className={accountLink}>
            {texts("backToLogin")}
          </Link>
          <Link to="/forgot-password" className={accountLink}>
            {texts("askForLink")}
          </Link>
        </>
      }
    >
      {isOpen ? (
        <AccountForm why={why} submit={texts("setPassword")} asks="newPassword" />
      ) : (
        <Alert kind="error">{texts("resetLinkInvalid")}</Alert>
      )}
    </AccountPage>
  );
}
