import { data, Link, useActionData } from "react-router";
import { SignUpForm } from "#shop/accounts/account-forms.ts";
import { isSetUpOpen, redeemSetUpLink } from "#shop/accounts/first-admin.server.ts";
import { requestContext } from "#web/context.ts";
import { loadedTexts } from "#web/page-texts.ts";
import { signInBy } from "#web/parts/session/account-action.server.ts";
import { AccountForm, AccountPage, accountLink } from "#web/parts/session/account-form.tsx";
import { sendInTime } from "#web/parts/session/sign-in-failure.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import type { Route } from "./+types/setup.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "signIn")("setUpShop"), matches),
  { name: "robots", content: "noindex" },
];

/**
 * The address is a secret, so no cache may store it. With `no-referrer` the browser would hide the
 * form's Origin and the shop would refuse it.
 */
export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export async function loader({ params, context }: Route.LoaderArgs) {
  const { services } = context.get(requestContext);
  const isOpen = await isSetUpOpen(services, params.token);
  return data({ isOpen }, { status: isOpen ? 200 : 404 });
}

export function action(args: Route.ActionArgs) {
  const { request, params, context } = args;
  const { services, auth } = context.get(requestContext);
  return signInBy(args, SignUpForm, { general: "failedToCreateAccount", home: "/admin" }, (form) =>
    redeemSetUpLink(services, auth, params.token, form, request.headers),
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendInTime(serverAction, loadedTexts("session")("failedToCreateAccount"));
}

/** The page of the one-time link: its holder becomes the first admin. [S6.4] [S6.8] */
export default function SetUp({ loaderData: { isOpen } }: Route.ComponentProps) {
  const texts = useTexts("signIn");
  const why = useActionData<typeof action>();
  if (!isOpen)
    return (
      <AccountPage
        title={texts("setUpShop")}
        below={
          <Link to="/admin/login" className={accountLink}>
            {texts("adminLogin")}
          </Link>
        }
      >
        <Alert kind="error">{texts("setupLinkInvalid")}</Alert>
      </AccountPage>
    );

  return (
    <AccountPage title={texts("setUpShop")} lead={texts("setUpShopLead")}>
      <AccountForm why={why} submit={texts("becomeAdmin")} asks="newPair" />
    </AccountPage>
  );
}
