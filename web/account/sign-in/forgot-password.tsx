import { data, Link, useActionData } from "react-router";
import { ForgotPasswordForm } from "#shop/accounts/account-forms.ts";
import { askForReset } from "#shop/accounts/ask-for-reset.server.ts";
import { messages } from "#shop/messages.ts";
import { servicesContext, settingsContext } from "../context.ts";
import { attemptBy } from "../parts/account-action.server.ts";
import { AccountForm, AccountPage, accountLink } from "../parts/account-form.tsx";
import { sendInTime } from "../parts/not-let-in.ts";
import { pageTitle } from "../parts/page-title.ts";
import { Alert } from "../ui/alert.tsx";
import type { Route } from "./+types/forgot-password.ts";
import { type Contacts, HowToReachUs } from "./how-to-reach-us.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Forgot your password?", matches);

export function loader({ context }: Route.LoaderArgs) {
  const { supportEmail, chatUrl, messagingUrl } = context.get(settingsContext);
  const contacts: Contacts = { supportEmail, chatUrl, messagingUrl };
  return { contacts, isMailOn: context.get(servicesContext).mail.isOn };
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const { no } = await attemptBy(args, ForgotPasswordForm, "failedToAskForReset", (form) =>
    askForReset(context.get(servicesContext), form, request.headers),
  );
  return no ?? data({ isAsked: true as const });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendInTime(serverAction, messages.failedToAskForReset);
}

/**
 * Asks for the address and sends a link to set a new password. Where no mail is set up the link is only made, and the page says whom to ask for it.
 * [S2.17]
 */
export default function ForgotPassword({ loaderData: { contacts, isMailOn } }: Route.ComponentProps) {
  const answer = useActionData<typeof action>();
  const isAsked = answer !== undefined && "isAsked" in answer;
  return (
    <AccountPage
      title="Forgot your password?"
      lead={isAsked ? undefined : "Tell us the e-mail address of your account."}
      below={
        <Link to="/login" className={accountLink}>
          Back to Login
        </Link>
      }
    >
      {isAsked ? (
        <Alert kind="success">{isMailOn ? messages.resetLinkSent : messages.resetLinkKept}</Alert>
      ) : (
        <AccountForm why={answer} submit={isMailOn ? "Send the link" : "Ask for the link"} asks="email" />
      )}
      {!isMailOn && <HowToReachUs contacts={contacts} />}
      <p className="text-soft">You need no account to order or to follow an order: its private link is enough.</p>
    </AccountPage>
  );
}
