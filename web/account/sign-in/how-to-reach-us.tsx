import { Link } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import { accountLink } from "#web/parts/session/account-form.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { ExternalLink } from "#web/ui/button.tsx";

/** Keeps the line height of the sentence around the link. */
const linkInSentence = "link";

const chats = [
  { of: "chatUrl", text: "openChat" },
  { of: "messagingUrl", text: "openMessaging" },
] as const satisfies { of: keyof Contacts; text: KeyIn<"signIn"> }[];

/** The shop's contacts; null if not configured. */
export type Contacts = { supportEmail: string | null; chatUrl: string | null; messagingUrl: string | null };

/**
 * Whom to ask for a password reset if the shop sends no email: the support address, or else the
 * chats. [S2.17]
 */
export function HowToReachUs({ contacts: { supportEmail, chatUrl, messagingUrl } }: { contacts: Contacts }) {
  const texts = useTexts("signIn");
  const links = chats.flatMap(({ of, text }) => {
    const href = { chatUrl, messagingUrl }[of];
    return href === null ? [] : [{ href, text }];
  });

  if (supportEmail)
    return (
      <p>
        {rich(texts, "askByEmail", {
          address: () => (
            <a href={`mailto:${supportEmail}`} className={linkInSentence}>
              {supportEmail}
            </a>
          ),
        })}
      </p>
    );
  if (links.length === 0)
    return (
      <p>
        {rich(texts, "askOnContactPage", {
          link: (words) => (
            <Link to="/contact" className={linkInSentence}>
              {words}
            </Link>
          ),
        })}
      </p>
    );
  return (
    <>
      <p>{texts("askInChats")}</p>
      <ul className="flex flex-col">
        {links.map(({ href, text }) => (
          <li key={href}>
            <ExternalLink href={href} className={accountLink}>
              {texts(text)}
            </ExternalLink>
          </li>
        ))}
      </ul>
    </>
  );
}
