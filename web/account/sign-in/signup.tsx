import { Link, redirect, useActionData, useSearchParams } from "react-router";
import { SignUpForm } from "#shop/accounts/account-forms.ts";
import { localPath } from "#shop/accounts/sign-in/local-path.ts";
import { signUpWithOrders } from "#shop/orders/access/sign-up-with-orders.server.ts";
import { requestContext } from "#web/context.ts";
import { loadedTexts } from "#web/page-texts.ts";
import { signInBy } from "#web/parts/session/account-action.server.ts";
import { AccountForm, AccountPage, accountLink } from "#web/parts/session/account-form.tsx";
import { CookiesNeeded } from "#web/parts/session/cookies-needed.tsx";
import { sendInTime } from "#web/parts/session/sign-in-failure.ts";
import { pageMeta } from "#web/parts/site/page-meta.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import type { Route } from "./+types/signup.ts";

const HOME = "/account";

export const meta: Route.MetaFunction = ({ matches }) => {
  const texts = textsOfPage(matches, "signIn");
  return pageMeta({ title: texts("signUp"), description: texts("signUpDescription"), path: "/signup" }, matches);
};

export function loader({ request, context }: Route.LoaderArgs) {
  if (context.get(requestContext).visitor.kind !== "guest") throw redirect(localPath(new URL(request.url).searchParams.get("to"), HOME));
}

export function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const { services, auth, visitor } = context.get(requestContext);
  return signInBy(args, SignUpForm, { general: "failedToCreateAccount", home: HOME }, (form) =>
    signUpWithOrders(services, auth, form, { headers: request.headers, keys: visitor.keys }),
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendInTime(serverAction, loadedTexts("session")("failedToCreateAccount"));
}

/** Creates an account with the guest orders of this browser, and logs in. [S2.18] [S12.1] */
export default function SignUp() {
  const texts = useTexts("signIn");
  const [search] = useSearchParams();
  const to = search.get("to");
  return (
    <AccountPage
      title={texts("signUp")}
      lead={texts("signUpLead")}
      below={
        <>
          <span className="inline-flex min-h-11 items-center text-soft">{texts("haveAccount")}</span>
          <Link to={to ? `/login?${new URLSearchParams({ to })}` : "/login"} className={accountLink}>
            {texts("login")}
          </Link>
        </>
      }
    >
      <AccountForm why={useActionData<typeof action>()} submit={texts("signUp")} asks="newPair" />
      <CookiesNeeded />
    </AccountPage>
  );
}
