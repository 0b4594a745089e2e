import { Link, useRouteLoaderData } from "react-router";
import { supportChannels } from "#web/parts/site/shop-links.ts";
import type { loader as rootLoader } from "#web/root.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { ExternalLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

/**
 * What a buyer wants to know before paying: who sells, what happens if an ID does not work, how to
 * reach a person, and the published terms. [S2.13] [S15.1]
 */
export function ProductTrust({ claimHours }: { claimHours: number | null }) {
  const [texts, siteTexts] = [useTexts("product"), useTexts("site")];
  const root = useRouteLoaderData<typeof rootLoader>("root");
  if (!root) return null;
  const { settings, pages = [] } = root;
  const hours = claimHours ?? settings.claimHours;
  return (
    <ul className="trust">
      <li>
        <Icon name="shield" />
        <span>
          {rich(texts, "soldBy", { name: () => <b lang={settings.nameLang}>{settings.name}</b>, year: String(settings.sinceYear) })}
        </span>
      </li>
      <li>
        <Icon name="refresh" />
        {hours > 0 ? texts("replacedWithin", { hours }) : texts("ifNotWorking")}
      </li>
      <li>
        <Icon name="chat" />
        <Link to="/contact" className="touch-link underline">
          {siteTexts("writeToUs")}
        </Link>
        {supportChannels(settings, siteTexts).map(({ label, href }) => (
          <ExternalLink key={label} href={href} className="touch-link underline">
            {label}
          </ExternalLink>
        ))}
      </li>
      {pages.some(isOfSale) && (
        <li>
          <Icon name="receipt" />
          {pages.filter(isOfSale).map((slug) => (
            <Link key={slug} to={`/${slug}`} className="touch-link underline">
              {siteTexts(slug)}
            </Link>
          ))}
        </li>
      )}
    </ul>
  );
}

const isOfSale = (slug: string) => slug === "refunds" || slug === "terms";
