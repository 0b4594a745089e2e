import { Link } from "react-router";
import { accountLink } from "#web/parts/session/account-form.tsx";
import { ExternalLink } from "#web/ui/button.tsx";

/** Keeps the line height of the sentence around the link. */
const linkInSentence = "link";

/** The shop's contacts; null if not configured. */
export type Contacts = { supportEmail: string | null; chatUrl: string | null; messagingUrl: string | null };

/**
 * Whom to ask for a password reset if the shop sends no email: the support address, or else the
 * chats. [S2.17]
 */
export function HowToReachUs({ contacts: { supportEmail, chatUrl, messagingUrl } }: { contacts: Contacts }) {
  const links = [
    { href: chatUrl, text: "our chat" },
    { href: messagingUrl, text: "our messaging channel" },
  ].filter((link): link is { href: string; text: string } => link.href !== null);

  if (supportEmail)
    return (
      <p>
        This shop sends no e-mail by itself. Right after asking here, write to{" "}
        <a href={`mailto:${supportEmail}`} className={linkInSentence}>
          {supportEmail}
        </a>{" "}
        from the e-mail address of your account, and we will give you the link.
      </p>
    );
  if (links.length === 0)
    return (
      <p>
        This shop sends no e-mail by itself. Right after asking here,{" "}
        <Link to="/contact" className={linkInSentence}>
          write to us
        </Link>{" "}
        and name the e-mail address of your account, and we will give you the link.
      </p>
    );
  return (
    <>
      <p>
        This shop sends no e-mail by itself. Right after asking here, tell us the e-mail address of your account, and we will give you the
        link:
      </p>
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
  );
}
