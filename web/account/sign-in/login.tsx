import { Link, redirect, useActionData, useSearchParams } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import { LogInForm } from "#shop/accounts/account-forms.ts";
import { localPath } from "#shop/accounts/sign-in/local-path.ts";
import { signIn } from "#shop/accounts/sign-in/sign-in.server.ts";
import { requestContext } from "#web/context.ts";
import { loadedTexts } from "#web/page-texts.ts";
import { signInBy } from "#web/parts/session/account-action.server.ts";
import { AccountForm, AccountPage, accountLink } from "#web/parts/session/account-form.tsx";
import { CookiesNeeded } from "#web/parts/session/cookies-needed.tsx";
import { sendInTime } from "#web/parts/session/sign-in-failure.ts";
import { pageMeta } from "#web/parts/site/page-meta.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import type { Route } from "./+types/login.ts";

const HOME = "/account";

/** The sentence above the form for each `?done`. */
const done = { password: "passwordReset", deletion: "accountDeleted" } as const satisfies Record<string, KeyIn<"signIn">>;

export const meta: Route.MetaFunction = ({ matches }) => {
  const texts = textsOfPage(matches, "signIn");
  return pageMeta({ title: texts("login"), description: texts("loginDescription"), path: "/login" }, matches);
};

export function loader({ request, context }: Route.LoaderArgs) {
  if (context.get(requestContext).visitor.kind !== "guest") throw redirect(localPath(new URL(request.url).searchParams.get("to"), HOME));
}

export function action(args: Route.ActionArgs) {
  const { request, context } = args;
  return signInBy(args, LogInForm, { general: "failedToLogIn", home: HOME }, (form) =>
    signIn(context.get(requestContext).auth, form, request.headers),
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendInTime(serverAction, loadedTexts("session")("failedToLogIn"));
}

/** The login page. [S2.16] */
export default function Login() {
  const texts = useTexts("signIn");
  const [search] = useSearchParams();
  const to = search.get("to");
  const why = useActionData<typeof action>();
  const isDone = search.get("done");
  const said = isDone === "password" || isDone === "deletion" ? done[isDone] : null;
  return (
    <AccountPage
      title={texts("login")}
      lead={texts("loginLead")}
      below={
        <>
          <Link to="/forgot-password" className={accountLink}>
            {texts("forgotPassword")}
          </Link>
          <Link to={to ? `/signup?${new URLSearchParams({ to })}` : "/signup"} className={accountLink}>
            {texts("signUp")}
          </Link>
        </>
      }
    >
      {!why && said && <Alert kind="success">{texts(said)}</Alert>}
      <AccountForm why={why} submit={texts("login")} />
      <CookiesNeeded />
    </AccountPage>
  );
}
