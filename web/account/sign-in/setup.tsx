import { data, Link, useActionData } from "react-router";
import { SignUpForm } from "#shop/accounts/account-forms.ts";
import { isSetUpOpen, redeemSetUpLink } from "#shop/accounts/first-admin.server.ts";
import { messages } from "#shop/messages.ts";
import type { Route } from "./+types/setup.ts";
import { authContext, servicesContext, setUpLinkContext } from "./context.ts";
import { signInBy } from "./parts/account-action.server.ts";
import { AccountForm, AccountPage, accountLink } from "./parts/account-form.tsx";
import { sendInTime } from "./parts/not-let-in.ts";
import { pageTitle } from "./parts/page-title.ts";
import { Alert } from "./ui/alert.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [...pageTitle("Set up the shop", matches), { name: "robots", content: "noindex" }];

/** The address is a secret, which no cache keeps. `no-referrer` would make the browser hide the form's Origin, and the shop refuse it. */
export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export async function loader({ params, context }: Route.LoaderArgs) {
  const isOpen = await isSetUpOpen(context.get(servicesContext), context.get(setUpLinkContext), params.token);
  return data({ isOpen }, { status: isOpen ? 200 : 404 });
}

export function action(args: Route.ActionArgs) {
  const { request, params, context } = args;
  return signInBy(args, SignUpForm, { general: "failedToCreateAccount", home: "/admin/dashboard" }, (form) =>
    redeemSetUpLink(
      context.get(servicesContext),
      context.get(authContext),
      context.get(setUpLinkContext),
      params.token,
      form,
      request.headers,
    ),
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendInTime(serverAction, messages.failedToCreateAccount);
}

/** The one-time set-up link: its holder becomes the first admin. [S6.4] [S6.8] */
export default function SetUp({ loaderData: { isOpen } }: Route.ComponentProps) {
  const why = useActionData<typeof action>();
  if (!isOpen)
    return (
      <AccountPage
        title="Set up the shop"
        below={
          <Link to="/admin/login" className={accountLink}>
            Admin Login
          </Link>
        }
      >
        <Alert kind="error">{messages.setupLinkInvalid}</Alert>
      </AccountPage>
    );

  return (
    <AccountPage title="Set up the shop" lead="Become its admin: choose the e-mail address and password you will log in with.">
      <AccountForm why={why} submit="Become the admin" asks="newPair" />
    </AccountPage>
  );
}
