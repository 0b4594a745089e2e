import { data, Link, redirect, useActionData } from "react-router";
import { acceptInvitation } from "#shop/accounts/invitations/accept-invitation.server.ts";
import { JoinForm } from "#shop/accounts/invitations/invitation-form.ts";
import { readInvitation } from "#shop/accounts/invitations/read-invitation.server.ts";
import { invitationCookie, invitationTokenIn } from "#shop/accounts/sessions/cookies.ts";
import { refusalStatus } from "#shop/refusal-status.ts";
import { requestContext } from "#web/context.ts";
import { loadedTexts } from "#web/page-texts.ts";
import { attemptBy } from "#web/parts/session/account-action.server.ts";
import { AccountForm, AccountPage, accountLink } from "#web/parts/session/account-form.tsx";
import { sendInTime } from "#web/parts/session/sign-in-failure.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { orFail, sentenceFor } from "#web/say.ts";
import { shownRights } from "#web/shown-rights.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import type { Route } from "./+types/invitation.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "signIn")("joinShop"), matches),
  { name: "robots", content: "noindex" },
];

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" });

/** Reads the invitation in the cookie, and uses nothing up. [S13.7] */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, settings } = context.get(requestContext);
  const shown = await orFail(context, "failedToLoadInvitation", () =>
    readInvitation(services, invitationTokenIn(request.headers), request.headers),
  );
  if (shown.ok) {
    const rights = shownRights(context, shown.value.rights);
    return data({ invitation: { ...shown.value, rights }, shopName: settings.name, why: null });
  }
  return data({ invitation: null, shopName: settings.name, why: sentenceFor(context, shown) }, { status: refusalStatus[shown.kind] });
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const { services, auth, origin } = context.get(requestContext);
  const { no, value } = await attemptBy(args, JoinForm, "failedToJoin", (form) =>
    acceptInvitation(services, auth, invitationTokenIn(request.headers), form, request.headers),
  );
  if (no) return no;

  const { cookies } = value;
  cookies.append("Set-Cookie", invitationCookie(null, origin.startsWith("https:")));
  return redirect("/admin", { status: 303, headers: cookies });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendInTime(serverAction, loadedTexts("session")("failedToJoin"));
}

/** Where an invited person reads what the shop offers to let do, and joins. [S13.7] */
export default function Invitation({ loaderData: { invitation, shopName, why } }: Route.ComponentProps) {
  const texts = useTexts("signIn");
  const refusal = useActionData<typeof action>();
  if (!invitation)
    return (
      <AccountPage
        title={texts("joinShop")}
        below={
          <Link to="/admin/login" className={accountLink}>
            {texts("adminLogin")}
          </Link>
        }
      >
        <Alert kind="error">{why}</Alert>
      </AccountPage>
    );

  const { name, rights, email, hasAccount } = invitation;
  const asks = hasAccount ? "password" : email === null ? "anyPair" : "newPassword";
  return (
    <AccountPage title={texts("joinNamed", { shop: shopName })} lead={texts("joinLead", { name })}>
      <ul className="rows" aria-label={texts("youMay")}>
        {rights.map(({ right, label, text }) => (
          <li key={right} className="py-2">
            <p className="font-semibold">{label}</p>
            <p className="text-sm text-soft">{text}</p>
          </li>
        ))}
      </ul>
      {email !== null && <p className="wrap-anywhere">{texts(hasAccount ? "joinWithAccount" : "joinAs", { email })}</p>}
      <AccountForm why={refusal} submit={texts("join")} asks={asks} username={email ?? undefined} />
    </AccountPage>
  );
}
