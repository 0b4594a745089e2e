import { useRouteLoaderData } from "react-router";
import { supportChannels } from "#web/parts/site/shop-links.ts";
import { EmailAddress } from "#web/parts/text/email-address.tsx";
import type { loader as rootLoader } from "#web/root.tsx";
import { useTexts } from "#web/texts.tsx";
import { ExternalLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

/** The configured other ways to reach the shop; renders nothing without any. [S1.8] [S2.27] */
export function ContactChannels() {
  const texts = useTexts("contact");
  const settings = useRouteLoaderData<typeof rootLoader>("root")?.settings;
  const siteTexts = useTexts("site");
  const places = settings ? supportChannels(settings, siteTexts) : [];
  const email = settings?.supportEmail;
  const officer = settings?.grievanceName || settings?.grievanceContact;
  if (!email && places.length === 0 && !officer) return null;

  return (
    <Sheet title={texts("otherWays")}>
      <ul className="rows -my-1">
        {email && (
          <li>
            <a href={`mailto:${email}`} className={row}>
              <Icon name="mail" className="text-action" />
              <span className="min-w-0">
                <span className="block font-semibold">{texts("email")}</span>
                <span className="block text-sm text-soft">
                  <EmailAddress>{email}</EmailAddress>
                </span>
              </span>
            </a>
          </li>
        )}
        {places.map(({ label, href, icon }) => (
          <li key={label}>
            <ExternalLink href={href} className={row}>
              <Icon name={icon} className="text-action" />
              <span className="min-w-0 flex-1 font-semibold">{label}</span>
              <Icon name="external" className="text-soft" />
            </ExternalLink>
          </li>
        ))}
        {officer && <GrievanceOfficer name={settings.grievanceName} contact={settings.grievanceContact} />}
      </ul>
    </Sheet>
  );
}

/** Who hears grievances and how to reach that person, as far as the owner said. [S14.15] */
function GrievanceOfficer({ name, contact }: { name: string; contact: string }) {
  const texts = useTexts("contact");
  return (
    <li className="flex min-h-13 items-center gap-3 py-2">
      <Icon name="user" className="text-action" />
      <span className="min-w-0">
        <span className="block font-semibold">{texts("grievanceOfficer")}</span>
        {name && (
          <span translate="no" className="block wrap-anywhere text-sm text-soft">
            {name}
          </span>
        )}
        {contact && (
          <span className="block wrap-anywhere text-sm text-soft">{isEmail(contact) ? <EmailLink address={contact} /> : contact}</span>
        )}
      </span>
    </li>
  );
}

function EmailLink({ address }: { address: string }) {
  return (
    <a href={`mailto:${address}`} className="link">
      <EmailAddress>{address}</EmailAddress>
    </a>
  );
}

const isEmail = (text: string) => /^[^\s@,;]+@[^\s@,;]+$/.test(text);

const row = "flex min-h-13 items-center gap-3 py-2 hover:text-action";
