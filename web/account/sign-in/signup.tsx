import { Link, redirect, useActionData, useSearchParams } from "react-router";
import { SignUpForm } from "#shop/accounts/account-forms.ts";
import { localPath } from "#shop/accounts/local-path.ts";
import { signUp } from "#shop/accounts/sign-up.server.ts";
import { messages } from "#shop/messages.ts";
import { authContext, servicesContext, visitorContext } from "../context.ts";
import { signInBy } from "../parts/account-action.server.ts";
import { AccountForm, AccountPage, accountLink } from "../parts/account-form.tsx";
import { sendInTime } from "../parts/not-let-in.ts";
import { pageMeta } from "../parts/page-meta.ts";
import type { Route } from "./+types/signup.ts";

const HOME = "/account";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    { title: "Sign Up", description: "Create an account: your orders and their IDs stay together, on every device.", path: "/signup" },
    matches,
  );

export function loader({ request, context }: Route.LoaderArgs) {
  if (context.get(visitorContext).kind !== "guest") throw redirect(localPath(new URL(request.url).searchParams.get("to"), HOME));
}

export function action(args: Route.ActionArgs) {
  const { request, context } = args;
  return signInBy(args, SignUpForm, { general: "failedToCreateAccount", home: HOME }, (form) =>
    signUp(context.get(servicesContext), context.get(authContext), form, request.headers),
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendInTime(serverAction, messages.failedToCreateAccount);
}

/** Opening an account, which signs in at once. [S2.18] */
export default function SignUp() {
  const [search] = useSearchParams();
  const to = search.get("to");
  return (
    <AccountPage
      title="Sign Up"
      lead="An account keeps your orders together. You can also order without one."
      below={
        <>
          <span className="inline-flex min-h-11 items-center text-soft">Already have an account?</span>
          <Link to={to ? `/login?${new URLSearchParams({ to })}` : "/login"} className={accountLink}>
            Login
          </Link>
        </>
      }
    >
      <AccountForm why={useActionData<typeof action>()} submit="Sign Up" asks="newPair" />
    </AccountPage>
  );
}
