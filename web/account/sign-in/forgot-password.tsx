import { data, Link, useActionData } from "react-router";
import { ForgotPasswordForm } from "#shop/accounts/account-forms.ts";
import { askForReset } from "#shop/accounts/passwords/ask-for-reset.server.ts";
import { requestContext } from "#web/context.ts";
import { loadedTexts } from "#web/page-texts.ts";
import { attemptBy } from "#web/parts/session/account-action.server.ts";
import { AccountForm, AccountPage, accountLink } from "#web/parts/session/account-form.tsx";
import { sendInTime } from "#web/parts/session/sign-in-failure.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import type { Route } from "./+types/forgot-password.ts";
import { type Contacts, HowToReachUs } from "./how-to-reach-us.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(textsOfPage(matches, "signIn")("forgotPassword"), matches);

export function loader({ context }: Route.LoaderArgs) {
  const { settings, services } = context.get(requestContext);
  const { supportEmail, chatUrl, messagingUrl } = settings;
  const contacts: Contacts = { supportEmail, chatUrl, messagingUrl };
  return { contacts, isMailOn: services.mail.isOn };
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const { no } = await attemptBy(args, ForgotPasswordForm, "failedToAskForReset", (form) =>
    askForReset(context.get(requestContext).services, form, request.headers),
  );
  return no ?? data({ isAsked: true as const });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendInTime(serverAction, loadedTexts("session")("failedToAskForReset"));
}

/**
 * Sends a link to set a new password. Without email the link is only created, and the page says
 * whom to ask for it. [S2.17]
 */
export default function ForgotPassword({ loaderData: { contacts, isMailOn } }: Route.ComponentProps) {
  const texts = useTexts("signIn");
  const answer = useActionData<typeof action>();
  const isAsked = answer !== undefined && "isAsked" in answer;
  return (
    <AccountPage
      title={texts("forgotPassword")}
      lead={isAsked ? undefined : texts("forgotPasswordLead")}
      below={
        <Link to="/login" className={accountLink}>
          {texts("backToLogin")}
        </Link>
      }
    >
      {isAsked ? (
        <Alert kind="success">{texts(isMailOn ? "resetLinkSent" : "resetLinkKept")}</Alert>
      ) : (
        <AccountForm why={answer} submit={texts(isMailOn ? "sendLink" : "askForTheLink")} asks="email" />
      )}
      {!isMailOn && <HowToReachUs contacts={contacts} />}
      <p className="text-soft">{texts("noAccountNeeded")}</p>
    </AccountPage>
  );
}
