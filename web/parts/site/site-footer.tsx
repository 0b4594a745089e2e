import type { ReactNode } from "react";
import { Link } from "react-router";
import type { PageSlug } from "#shop/pages/page.ts";
import type { ShownSettings } from "#shop/settings/shop-settings.ts";
import { useTexts } from "#web/texts.tsx";
import { ExternalLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { EmailAddress } from "../text/email-address.tsx";
import { LanguageSwitch, type Languages } from "./language-switch.tsx";
import { type ExternalPlatform, supportChannels } from "./shop-links.ts";
import { ShopMark } from "./shop-mark.tsx";
import type { Theme } from "./theme.ts";
import { ThemeSwitch } from "./theme-switch.tsx";

type Props = { settings: ShownSettings; year: number; theme: Theme | null; languages: Languages; pages: readonly PageSlug[] };

/**
 * The footer of every page: description, links, contact, year and the published pages. [S1.3]
 * [S1.8] [S2.5] [S10.14]
 */
export function SiteFooter({ settings, year, theme, languages, pages }: Props) {
  const texts = useTexts("site");
  const places = supportChannels(settings, texts);
  return (
    <footer className="on-night mt-auto">
      <div className="frame grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-8 py-10 lg:grid-cols-[2fr_1fr_1.5fr]">
        <div className="col-span-full flex max-w-md flex-col gap-3 lg:col-span-1">
          <p className="flex items-center gap-2.5 text-lg font-bold">
            <ShopMark logo={settings.logo} />
            <span lang={settings.nameLang}>{settings.name}</span>
          </p>
          <p lang={settings.blurbLang} className="text-night-soft">
            {settings.blurb}
          </p>
          <p className="text-night-soft">{texts("servingSince", { year: String(settings.sinceYear) })}</p>
        </div>
        <Column title={texts("quickLinks")}>
          <li>
            <Link to="/products" className="footer-link">
              {texts("products")}
            </Link>
          </li>
          <li>
            <Link to="/order-status" className="footer-link">
              {texts("findYourOrder")}
            </Link>
          </li>
          <Places places={places} />
        </Column>
        <Column title={texts("contactUs")}>
          <li>
            <Link to="/contact" className="footer-link">
              <Icon name="edit" />
              <span>{texts("writeToUs")}</span>
            </Link>
          </li>
          {settings.supportEmail && (
            <li>
              <a href={`mailto:${settings.supportEmail}`} className="footer-link">
                <Icon name="mail" />
                <EmailAddress>{settings.supportEmail}</EmailAddress>
              </a>
            </li>
          )}
          <Places places={places} isWithIcon />
        </Column>
      </div>
      <div className="border-t border-night-line">
        {pages.length > 0 && (
          <nav aria-label={texts("policies")} className="frame pt-3">
            <ul className="flex flex-wrap gap-x-6">
              {pages.map((slug) => (
                <li key={slug}>
                  <Link to={`/${slug}`} className="footer-link">
                    {texts(slug)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div className="frame flex flex-wrap items-center justify-between gap-4 py-4">
          <p className="text-sm text-night-soft">{texts("copyright", { year: String(year), name: settings.name })}</p>
          <div className="flex flex-wrap items-center gap-x-4">
            <LanguageSwitch languages={languages} className="footer-link" />
            <ThemeSwitch chosen={theme} />
          </div>
        </div>
      </div>
    </footer>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2 className="mb-1 text-base">{title}</h2>
      <ul>{children}</ul>
    </nav>
  );
}

function Places({ places, isWithIcon = false }: { places: ExternalPlatform[]; isWithIcon?: boolean }) {
  return places.map(({ label, href, icon }) => (
    <li key={label}>
      <ExternalLink href={href} className="footer-link">
        {isWithIcon && <Icon name={icon} />}
        <span className="contents">{label}</span>
      </ExternalLink>
    </li>
  ));
}
