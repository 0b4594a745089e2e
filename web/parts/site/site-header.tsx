import { useEffect, useRef } from "react";
import { Form, Link, NavLink, useLocation } from "react-router";
import type { ShownSettings } from "#shop/settings/shop-settings.ts";
import { useTexts } from "#web/texts.tsx";
import { ExternalLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { LanguageSwitch, type Languages } from "./language-switch.tsx";
import { externalPlatforms } from "./shop-links.ts";
import { ShopMark } from "./shop-mark.tsx";

/** Who is signed in, for the navigation; null for a guest. */
export type SignedIn = { kind: "customer" | "admin"; name: string; email: string } | null;

const MENU = "site-menu";

type Props = { settings: ShownSettings; signedIn: SignedIn; languages: Languages };

/**
 * The header of every page: navigation and account. Rendered from server data, so the first HTML is
 * right. On a small screen the menu opens with a button and closes after following an internal
 * link. [S2.1] [S2.2] [S2.3] [S2.4] [S2.6]
 */
export function SiteHeader({ settings, signedIn, languages }: Props) {
  const texts = useTexts("site");
  const menu = useRef<HTMLDivElement>(null);
  const close = () => menu.current?.matches(":popover-open") && menu.current.hidePopover();
  useCloseOnNavigation(close);

  return (
    <header className="site-header on-night">
      <div className="frame">
        <Link to="/" className="site-name">
          <ShopMark logo={settings.logo} className="size-8 shrink-0" />
          <span lang={settings.nameLang} className="truncate">
            {settings.name}
          </span>
        </Link>
        <MenuButton isOpen={false} className="ms-auto" />
        <div id={MENU} ref={menu} popover="auto" className="site-menu on-night">
          <MenuButton isOpen autoFocus className="site-menu-close" />
          <nav aria-label={texts("main")} className="frame xl:px-0">
            <Place to="/" icon="home" end onFollow={close}>
              {texts("home")}
            </Place>
            <Place to="/products" icon="ticket" onFollow={close}>
              {texts("products")}
            </Place>
            <Place to="/my-orders" icon="receipt" onFollow={close}>
              {texts("myOrders")}
            </Place>
            {externalPlatforms(settings, texts).map(({ label, href, icon }) => (
              <ExternalLink key={label} href={href} className="site-link">
                <Icon name={icon} className="xl:hidden" />
                {label}
                <Icon name="external" className="text-night-soft" />
              </ExternalLink>
            ))}
            <hr className="my-2 border-night-line xl:hidden" />
            <div className="flex flex-col xl:ms-auto xl:flex-row xl:items-center xl:gap-1">
              <LanguageSwitch languages={languages} className="site-link max-xl:ps-10" />
              {signedIn ? <MembersPlaces isAdmin={signedIn.kind === "admin"} onFollow={close} /> : <GuestsPlaces onFollow={close} />}
            </div>
          </nav>
        </div>
      </div>
    </header>
  );
}

/**
 * The menu's open or close button. Only one of the two is displayed, so the icon is right without
 * JavaScript. The browser itself exposes the state of a `popoverTarget` to screen readers, and
 * `aria-expanded` is invalid beside it. [S2.4]
 */
function MenuButton({ isOpen, className, ...rest }: { isOpen: boolean; className: string; autoFocus?: boolean }) {
  const texts = useTexts("site");
  return (
    <button
      {...rest}
      type="button"
      popoverTarget={MENU}
      aria-label={texts(isOpen ? "closeMenu" : "menu")}
      className={classNames("site-menu-button", className)}
    >
      <Icon name={isOpen ? "close" : "menu"} />
    </button>
  );
}

function MembersPlaces({ isAdmin, onFollow }: { isAdmin: boolean; onFollow: () => void }) {
  const texts = useTexts("site");
  return (
    <>
      {isAdmin && (
        <Place to="/admin" icon="box" onFollow={onFollow}>
          {texts("admin")}
        </Place>
      )}
      <Place to="/account" icon="user" onFollow={onFollow}>
        {texts("myAccount")}
      </Place>
      <Form method="post" action="/logout" className="contents">
        <button type="submit" className="site-link w-full xl:w-auto" onClick={onFollow}>
          <Icon name="logout" className="xl:size-4" />
          {texts("logout")}
        </button>
      </Form>
    </>
  );
}

function GuestsPlaces({ onFollow }: { onFollow: () => void }) {
  const texts = useTexts("site");
  return (
    <>
      <Place to="/login" icon="login" onFollow={onFollow}>
        {texts("login")}
      </Place>
      <Place to="/signup" icon="user" onFollow={onFollow} isMain>
        {texts("signUp")}
      </Place>
    </>
  );
}

function Place({
  to,
  icon,
  children,
  onFollow,
  end,
  isMain = false,
}: {
  to: string;
  icon: IconName;
  children: string;
  onFollow: () => void;
  end?: boolean;
  isMain?: boolean;
}) {
  return (
    <NavLink to={to} end={end} onClick={onFollow} className={isMain ? "site-link site-link-main" : "site-link"}>
      <Icon name={icon} className="xl:hidden" />
      {children}
    </NavLink>
  );
}

/**
 * Also closes the menu after back and forward. A menu that was opened before hydration stays open.
 */
function useCloseOnNavigation(close: () => void) {
  const { key } = useLocation();
  const shownKey = useRef(key);
  useEffect(() => {
    if (shownKey.current !== key) close();
    shownKey.current = key;
  }, [key]);
}
