import { useEffect, useRef } from "react";
import { Form, Link, NavLink, useLocation } from "react-router";
import type { PublicSettings } from "#shop/settings/shop-settings.ts";
import { ExternalLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { externalPlatforms } from "./shop-links.ts";
import { ShopMark } from "./shop-mark.tsx";

/** Who is signed in, for the navigation; null for a guest. */
export type SignedIn = { kind: "customer" | "admin"; name: string; email: string } | null;

const MENU = "site-menu";

/**
 * The header of every page: navigation and account. Rendered from server data, so the first HTML is
 * right. On a small screen the menu opens with a button and closes after following an internal
 * link. [S2.1] [S2.2] [S2.3] [S2.4] [S2.6]
 */
export function SiteHeader({ settings, signedIn }: { settings: PublicSettings; signedIn: SignedIn }) {
  const menu = useRef<HTMLDivElement>(null);
  const close = () => menu.current?.matches(":popover-open") && menu.current.hidePopover();
  useCloseOnNavigation(close);

  return (
    <header className="on-night sticky top-0 z-40 border-b border-night-line">
      <div className="frame flex min-h-16 items-center gap-2">
        <Link to="/" className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-field pe-2 text-lg font-bold tracking-tight">
          <ShopMark className="size-8 shrink-0" />
          <span className="truncate">{settings.name}</span>
        </Link>
        <MenuButton isOpen={false} className="ms-auto" />
        <div id={MENU} ref={menu} popover="auto" className="site-menu on-night">
          <MenuButton isOpen autoFocus className="site-menu-close" />
          <nav aria-label="Main" className="frame flex flex-col py-3 xl:flex-1 xl:flex-row xl:items-center xl:px-0 xl:py-0">
            <Place to="/" icon="home" end onFollow={close}>
              Home
            </Place>
            <Place to="/products" icon="ticket" onFollow={close}>
              Products
            </Place>
            {externalPlatforms(settings).map(({ label, href, icon }) => (
              <ExternalLink key={label} href={href} className={place}>
                <Icon name={icon} className="xl:hidden" />
                {label}
                <Icon name="external" className="size-3.5 text-night-soft" />
              </ExternalLink>
            ))}
            <hr className="my-2 border-night-line xl:hidden" />
            <div className="flex flex-col xl:ms-auto xl:flex-row xl:items-center xl:gap-1">
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
  return (
    <button
      {...rest}
      type="button"
      popoverTarget={MENU}
      aria-label={isOpen ? "Close menu" : "Menu"}
      className={classNames("site-menu-button grid size-11 place-items-center rounded-field hover:bg-night-raised xl:hidden", className)}
    >
      <Icon name={isOpen ? "close" : "menu"} className="size-6" />
    </button>
  );
}

function MembersPlaces({ isAdmin, onFollow }: { isAdmin: boolean; onFollow: () => void }) {
  return (
    <>
      {isAdmin && (
        <Place to="/admin/dashboard" icon="box" onFollow={onFollow}>
          Admin
        </Place>
      )}
      <Place to="/account" icon="user" onFollow={onFollow}>
        My Account
      </Place>
      <Form method="post" action="/logout" className="contents">
        <button type="submit" className={classNames(place, "w-full xl:w-auto")} onClick={onFollow}>
          <Icon name="logout" className="xl:size-4" />
          Logout
        </button>
      </Form>
    </>
  );
}

function GuestsPlaces({ onFollow }: { onFollow: () => void }) {
  return (
    <>
      <Place to="/login" icon="login" onFollow={onFollow}>
        Login
      </Place>
      <Place to="/signup" icon="user" onFollow={onFollow} isMain>
        Sign Up
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
    <NavLink to={to} end={end} onClick={onFollow} className={classNames(place, isMain && "xl:border xl:border-night-soft/70")}>
      <Icon name={icon} className="xl:hidden" />
      {children}
    </NavLink>
  );
}

const place =
  "flex min-h-12 items-center whitespace-nowrap gap-3 rounded-field px-2 font-medium text-on-night hover:bg-night-raised aria-[current=page]:bg-night-raised xl:min-h-11 xl:gap-1.5 xl:px-3";

/** Also closes the menu after back and forward. */
function useCloseOnNavigation(close: () => void) {
  const { key } = useLocation();
  useEffect(() => void close(), [key]);
}
