import { type ReactNode, useEffect, useRef } from "react";
import { Form, Link, useLocation, useRouteLoaderData } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import type { WaitingCounts } from "#shop/orders/today/waiting.ts";
import { ShopMark } from "#web/parts/site/shop-mark.tsx";
import type { loader as rootLoader } from "#web/root.tsx";
import { useTexts } from "#web/texts.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { AreaMore, positionAt } from "./area-more.tsx";
import { type DashboardTab, tabOf } from "./dashboard-tab.ts";
import { LinkCount } from "./link-count.tsx";

/** The admin's first page. */
const TODAY = "/admin";

type Place = { tab: DashboardTab | "today"; label: KeyIn<"adminFrame">; count?: keyof WaitingCounts } & (
  | { short: KeyIn<"adminFrame">; icon: IconName }
  | { short?: undefined }
);

/** Those with a short name are in the bar of a phone; the others are there under More. */
const places: readonly Place[] = [
  { tab: "today", label: "today", short: "today", icon: "home" },
  { tab: "approved-requests", label: "approvedRequests" },
  { tab: "requests", label: "pendingRequests", short: "queue", icon: "ticket", count: "queue" },
  { tab: "products", label: "productInventory", short: "products", icon: "box", count: "products" },
  { tab: "add-product", label: "addProduct" },
];

/** Pages about one product highlight the inventory's tab. */
const placeOf: Partial<Record<DashboardTab, DashboardTab>> = { "edit-product": "products", "product-ids": "products" };

/** The search, the page of an order and that of a restored shop belong to no tab. */
const tabless =
  /^\/admin\/(search|restored(\/(withdrawal|settlement))?|orders\/REQ-[^/]+(\/(payment|payment-request|replacement|(new-)?private-link))?)$/;

/**
 * The strip over every admin page: the way to the shop, and on a wide screen the way out. [S2.23]
 */
export function AreaTop({ isOpen, children }: { isOpen: boolean; children?: ReactNode }) {
  const texts = useTexts("adminFrame");
  const settings = useRouteLoaderData<typeof rootLoader>("root")?.settings;
  return (
    <header className="area-top">
      <div className="frame">
        <Link to="/" className="area-shop">
          <ShopMark className="size-7 shrink-0" />
          <span lang={settings?.nameLang} className="truncate">
            {settings?.name}
          </span>
          <span className="text-sm font-medium whitespace-nowrap text-soft">{texts("viewShop")}</span>
        </Link>
        {children}
        <Form method="post" action="/logout" className={isOpen ? "max-md:hidden" : undefined}>
          <Button type="submit" variant="quiet" icon="logout">
            {texts("logout")}
          </Button>
        </Form>
      </div>
    </header>
  );
}

/** The way to the one search, a tap away on every page. [S12.3] */
export function FindLink() {
  const texts = useTexts("adminFrame");
  return (
    <LinkButton to="/admin/search" variant="quiet" icon="search" title={texts("findOrder")} className="max-md:px-3">
      <span className="max-md:unseen">{texts("findOrder")}</span>
    </LinkButton>
  );
}

/**
 * The navigation: tabs on a wide screen, a bar at the bottom of a phone, with counts.
 * [S2.23] [S12.2]
 */
export function AreaNav({ counts }: { counts: WaitingCounts }) {
  const texts = useTexts("adminFrame");
  const { pathname, search } = useLocation();
  const current = currentTab(pathname, search);
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    if (current) showCurrentTab(nav.current);
  }, [current]);
  return (
    <div className="area-bar">
      <nav ref={nav} aria-label={texts("admin")} className="tabs tabs-line">
        <ul>
          {places.map(({ tab, label, count, ...place }) => (
            <li key={tab} className={place.short ? undefined : "max-md:hidden"}>
              <Link
                to={tab === "today" ? TODAY : `/admin/dashboard?tab=${tab}`}
                preventScrollReset={tab !== "today"}
                aria-current={tab === current ? "page" : undefined}
                title={count && counts[count] > 0 ? texts("waiting", { n: counts[count] }) : undefined}
              >
                {place.short && <Icon name={place.icon} className="md:hidden" />}
                <span className={place.short && "max-md:hidden"}>{texts(label)}</span>
                {place.short && <span className="md:hidden">{texts(place.short)}</span>}
                {count && <LinkCount n={counts[count]} />}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <AreaMore count={counts.more} />
    </div>
  );
}

function currentTab(pathname: string, search: string): Place["tab"] | null {
  if (pathname === TODAY) return "today";
  if (positionAt(pathname) || tabless.test(pathname)) return null;
  const tab = tabOf({ pathname, searchParams: new URLSearchParams(search) });
  return placeOf[tab] ?? tab;
}

/** Scrolls only the row of tabs, because the page may have been scrolled before hydration. */
function showCurrentTab(row: HTMLElement | null): void {
  const tab = row?.querySelector('[aria-current="page"]')?.getBoundingClientRect();
  if (!row || !tab) return;
  const { left, width } = row.getBoundingClientRect();
  row.scrollLeft += tab.left + tab.width / 2 - (left + width / 2);
}
