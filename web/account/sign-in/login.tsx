import { Link, redirect, useActionData, useSearchParams } from "react-router";
import { LogInForm } from "#shop/accounts/account-forms.ts";
import { localPath } from "#shop/accounts/sign-in/local-path.ts";
import { signIn } from "#shop/accounts/sign-in/sign-in.server.ts";
import { messages } from "#shop/messages.ts";
import { requestContext } from "#web/context.ts";
import { signInBy } from "#web/parts/session/account-action.server.ts";
import { AccountForm, AccountPage, accountLink } from "#web/parts/session/account-form.tsx";
import { CookiesNeeded } from "#web/parts/session/cookies-needed.tsx";
import { sendInTime } from "#web/parts/session/sign-in-failure.ts";
import { pageMeta } from "#web/parts/site/page-meta.ts";
import { Alert } from "#web/ui/alert.tsx";
import type { Route } from "./+types/login.ts";

const HOME = "/account";

/** The sentence above the form for each `?done`. */
const done: Record<string, string> = { password: messages.passwordReset, deletion: messages.accountDeleted };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ title: "Login", description: "Log in to see your orders and the IDs that were delivered to you.", path: "/login" }, matches);

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
  return sendInTime(serverAction, messages.failedToLogIn);
}

/** The login page. [S2.16] */
export default function Login() {
  const [search] = useSearchParams();
  const to = search.get("to");
  const why = useActionData<typeof action>();
  const isDone = search.get("done") ?? "";
  return (
    <AccountPage
      title="Login"
      lead="See your orders and cancel those that are still pending."
      below={
        <>
          <Link to="/forgot-password" className={accountLink}>
            Forgot your password?
          </Link>
          <Link to={to ? `/signup?${new URLSearchParams({ to })}` : "/signup"} className={accountLink}>
            Sign Up
          </Link>
        </>
      }
    >
      {!why && Object.hasOwn(done, isDone) && <Alert kind="success">{done[isDone]}</Alert>}
      <AccountForm why={why} submit="Login" />
      <CookiesNeeded />
    </AccountPage>
  );
}
