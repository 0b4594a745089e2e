import type { ReactNode } from "react";
import { Link } from "react-router";
import type { PublicSettings } from "#shop/settings/shop-settings.ts";
import { ExternalLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { type ExternalPlatform, supportChannels } from "./shop-links.ts";
import { ShopMark } from "./shop-mark.tsx";
import type { Theme } from "./theme.ts";
import { ThemeSwitch } from "./theme-switch.tsx";

/** The footer of every page: description, links, contact and year. [S1.3] [S1.8] [S2.5] */
export function SiteFooter({ settings, year, theme }: { settings: PublicSettings; year: number; theme: Theme | null }) {
  const places = supportChannels(settings);
  return (
    <footer className="on-night mt-auto">
      <div className="frame grid gap-x-8 gap-y-8 py-10 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1.5fr]">
        <div className="flex max-w-md flex-col gap-3 sm:col-span-2 lg:col-span-1">
          <p className="flex items-center gap-2.5 text-lg font-bold">
            <ShopMark />
            {settings.name}
          </p>
          <p className="text-night-soft">{settings.blurb}</p>
          <p className="text-night-soft">Serving since {settings.sinceYear}.</p>
        </div>
        <Column title="Quick Links">
          <li>
            <Link to="/products" className="footer-link">
              Products
            </Link>
          </li>
          <li>
            <Link to="/order-status" className="footer-link">
              Find your order
            </Link>
          </li>
          <Places places={places} />
        </Column>
        <Column title="Contact Us">
          <li>
            <Link to="/contact" className="footer-link">
              <Icon name="edit" />
              Write to us
            </Link>
          </li>
          {settings.supportEmail && (
            <li>
              <a href={`mailto:${settings.supportEmail}`} className="footer-link">
                <Icon name="mail" />
                <span className="min-w-0 break-all">{settings.supportEmail}</span>
              </a>
            </li>
          )}
          <Places places={places} isWithIcon />
        </Column>
      </div>
      <div className="border-t border-night-line">
        <div className="frame flex flex-wrap items-center justify-between gap-4 py-4">
          <p className="text-sm text-night-soft">
            © {year} {settings.name}. All rights reserved.
          </p>
          <ThemeSwitch chosen={theme} />
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
