import { Link } from "react-router";
import { settingsContext } from "../context.ts";
import { AccountPage, accountLink } from "../parts/account-form.tsx";
import { pageTitle } from "../parts/page-title.ts";
import { ExternalLink } from "../ui/button.tsx";
import type { Route } from "./+types/forgot-password.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Forgot your password?", matches);

export function loader({ context }: Route.LoaderArgs) {
  const { supportEmail, chatUrl, messagingUrl } = context.get(settingsContext);
  return { supportEmail, chatUrl, messagingUrl };
}

/** Whom to ask for a new password: the shop's support address, or where that is not set its chat links. [S2.17] */
export default function ForgotPassword({ loaderData: { supportEmail, chatUrl, messagingUrl } }: Route.ComponentProps) {
  const links = [
    { href: chatUrl, text: "our chat" },
    { href: messagingUrl, text: "our messaging channel" },
  ].filter((link): link is { href: string; text: string } => link.href !== null);

  return (
    <AccountPage
      title="Forgot your password?"
      below={
        <Link to="/login" className={accountLink}>
          Back to Login
        </Link>
      }
    >
      {supportEmail && (
        <p>
          Write to{" "}
          <a href={`mailto:${supportEmail}`} className={accountLink}>
            {supportEmail}
          </a>{" "}
          from the e-mail address of your account. We will help you set a new password.
        </p>
      )}
      {!supportEmail && links.length > 0 && (
        <>
          <p>Ask us for a new password and name the e-mail address of your account:</p>
          <ul className="flex flex-col">
            {links.map(({ href, text }) => (
              <li key={href}>
                <ExternalLink href={href} className={accountLink}>
                  Open {text}
                </ExternalLink>
              </li>
            ))}
          </ul>
        </>
      )}
      {!supportEmail && links.length === 0 && <p>Please ask the shop for a new password, in the way you first heard of it.</p>}
      <p className="text-soft">You need no account to order or to follow an order: its private link is enough.</p>
    </AccountPage>
  );
}
