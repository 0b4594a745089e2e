import { type KeyboardEvent, useEffect, useRef } from "react";
import { Form, Link, useLocation, useRouteLoaderData } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import { LanguageSwitch } from "#web/parts/site/language-switch.tsx";
import { ThemeSwitch } from "#web/parts/site/theme-switch.tsx";
import type { loader as rootLoader } from "#web/root.tsx";
import { useTexts } from "#web/texts.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { sendHeld } from "../orders/undo/undo.tsx";
import { BrowserSwitches } from "./browser-switches.tsx";
import { ADD_IDS, NEW_PRODUCT, PUSH_DEVICES } from "./form-addresses.ts";
import { LinkCount } from "./link-count.tsx";
import { useMay, useMayOpen } from "./use-may.ts";

type Place = { to: string; label: KeyIn<"adminFrame">; icon: IconName };

/** Pages that an admin needs less often. */
const places = [
  { to: ADD_IDS, label: "addIds", icon: "plus" },
  { to: "/admin/batches", label: "imports", icon: "box" },
  { to: "/admin/statements", label: "statements", icon: "search" },
  { to: "/admin/money", label: "money", icon: "gift" },
  { to: "/admin/sales", label: "sales", icon: "receipt" },
  { to: "/admin/customers", label: "customers", icon: "user" },
  { to: "/admin/people", label: "people", icon: "shield" },
  { to: "/admin/claims", label: "claims", icon: "swap" },
  { to: "/admin/messages", label: "messages", icon: "chat" },
  { to: "/admin/emails", label: "emails", icon: "mail" },
  { to: "/admin/settings/notifications", label: "webhooks", icon: "bolt" },
  { to: "/admin/activity", label: "activity", icon: "clock" },
  { to: "/admin/export", label: "export", icon: "download" },
  { to: "/admin/api-keys", label: "apiKeys", icon: "key" },
  { to: "/admin/second-factor", label: "secondFactor", icon: "shield" },
  { to: "/admin/payment-methods", label: "paymentMethods", icon: "ticket" },
  { to: "/admin/pages", label: "pages", icon: "info" },
  { to: "/admin/settings", label: "settings", icon: "settings" },
  { to: "/admin/import-old-shop", label: "importOldShop", icon: "upload" },
] as const satisfies Place[];

/** The places that are not in the bar of a phone. */
const notInBar = [
  { to: "/admin/orders/processed", label: "approvedRequests", icon: "done" },
  { to: NEW_PRODUCT, label: "addProduct", icon: "plus" },
] as const satisfies Place[];

/** The notifications of the own devices. Owners have them among the shop's. */
const forHelpers = [{ to: PUSH_DEVICES, label: "webhooks", icon: "bolt" }] as const satisfies Place[];

/** The page of the menu that an address belongs to. */
function positionAt(pathname: string): Place | undefined {
  return [...places, ...forHelpers].find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
}

/**
 * The other pages of the admin area in a menu that works without JavaScript, with language and
 * theme. On a wide screen it names the current page; on a phone it stays *More*, and also has what
 * has no place in the bar. It has the pages that the reader may open. [S2.23] [S12.2] [S13.9]
 */
export function AreaMore({ count }: { count: number }) {
  const texts = useTexts("adminFrame");
  const { pathname, key } = useLocation();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const current = positionAt(pathname);
  const [may, mayOpen] = [useMay(), useMayOpen()];
  const isNotifiedHelper = !may("own-shop") && (may("read-orders") || may("handle-money"));
  const shown: readonly Place[] = [...notInBar, ...places, ...(isNotifiedHelper ? forHelpers : [])];
  const menu = useRef<HTMLDetailsElement>(null);
  const shownKey = useRef(key);
  useEffect(() => {
    // A menu that was opened before the page came alive stays open.
    if (shownKey.current !== key) menu.current?.removeAttribute("open");
    shownKey.current = key;
  }, [key]);
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !menu.current?.contains(target)) menu.current?.removeAttribute("open");
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
    };
  }, []);

  const closeOnEscape = (event: KeyboardEvent<HTMLDetailsElement>) => {
    if (event.key !== "Escape" || !menu.current?.open) return;
    menu.current.open = false;
    menu.current.querySelector("summary")?.focus();
  };

  return (
    <details ref={menu} onKeyDown={closeOnEscape} className={classNames("area-more group", current && "area-more-here")}>
      <summary title={count > 0 ? texts("waiting", { n: count }) : undefined}>
        <Icon name="menu" className="md:hidden" />
        {current && (
          <span className="max-md:hidden">
            {texts(current.label)}
            <span className="unseen">{texts("morePages")}</span>
          </span>
        )}
        <span className={current && "md:hidden"}>{texts("more")}</span>
        <LinkCount n={count} />
        <Icon name="down" className="group-open:rotate-180 max-md:hidden" />
      </summary>
      <nav aria-label={texts("moreOfAdmin")} className="panel">
        <ul>
          {shown
            .filter(({ to }) => mayOpen(to))
            .map(({ to, label, icon }) => (
              <li key={to} className={notInBar.some((place) => place.to === to) ? "md:hidden" : undefined}>
                <Link to={to} aria-current={current?.to === to ? "page" : undefined} className="menu-link">
                  <Icon name={icon} />
                  {texts(label)}
                </Link>
              </li>
            ))}
        </ul>
        <div className="area-more-end">
          {root && <ThemeSwitch chosen={root.theme} />}
          {root && <LanguageSwitch languages={root.languages} className="menu-link" />}
          <BrowserSwitches />
          <Form method="post" action="/logout" reloadDocument onSubmit={sendHeld} className="md:hidden">
            <button type="submit" className="menu-link">
              <Icon name="logout" />
              {texts("logout")}
            </button>
          </Form>
        </div>
      </nav>
    </details>
  );
}
