import { type ReactNode, useEffect, useRef } from "react";
import { Form, Link, useLocation, useRouteLoaderData } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import type { WaitingCounts } from "#shop/orders/today/waiting.ts";
import { ShopMark } from "#web/parts/site/shop-mark.tsx";
import type { loader as rootLoader } from "#web/root.tsx";
import { useTexts } from "#web/texts.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { PROCESSED } from "../orders/processed/processed-address.ts";
import { QUEUE } from "../orders/queue/queue-rows.ts";
import { sendHeld } from "../orders/undo/undo.tsx";
import { INVENTORY } from "../products/inventory/inventory-address.ts";
import { NEW_PRODUCT } from "./form-addresses.ts";
import { LinkCount } from "./link-count.tsx";
import { AreaMore } from "./more/area-more.tsx";
import { placeAt, TODAY } from "./place-at.ts";
import { showCurrent } from "./show-current.ts";
import { useMayOpen } from "./use-may.ts";

type Place = { to: string; label: KeyIn<"adminFrame">; count?: keyof WaitingCounts } & (
  | { short: KeyIn<"adminFrame">; icon: IconName }
  | { short?: undefined }
);

/** Those with a short name are in the bar of a phone; the others are there in the heads of those pages. */
const places: readonly Place[] = [
  { to: TODAY, label: "today", short: "today", icon: "home" },
  { to: PROCESSED, label: "approvedRequests" },
  { to: QUEUE, label: "pendingRequests", short: "queue", icon: "ticket", count: "queue" },
  { to: INVENTORY, label: "productInventory", short: "products", icon: "box", count: "products" },
  { to: NEW_PRODUCT, label: "addProduct" },
];

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
          <ShopMark logo={settings?.logo} className="size-7 shrink-0" />
          <span lang={settings?.nameLang} className="truncate">
            {settings?.name}
          </span>
          <span className="text-sm font-medium whitespace-nowrap text-soft">{texts("viewShop")}</span>
        </Link>
        {children}
        <Form method="post" action="/logout" reloadDocument onSubmit={sendHeld} className={isOpen ? "max-md:hidden" : undefined}>
          <Button type="submit" variant="quiet" icon="logout">
            {texts("logout")}
          </Button>
        </Form>
      </div>
    </header>
  );
}

const SEARCH = "/admin/search";

/** The way to the one search, a tap away on every page. [S12.3] */
export function FindLink() {
  const texts = useTexts("adminFrame");
  const mayOpen = useMayOpen();
  if (!mayOpen(SEARCH)) return null;
  return (
    <LinkButton to={SEARCH} variant="quiet" icon="search" title={texts("findOrder")} className="max-md:px-3">
      <span className="max-md:unseen">{texts("findOrder")}</span>
    </LinkButton>
  );
}

/**
 * The navigation: a row of links on a wide screen, a bar at the bottom of a phone, with counts. It has
 * the pages that the reader may open. [S2.23] [S12.2] [S13.9]
 */
export function AreaNav({ counts }: { counts: WaitingCounts }) {
  const texts = useTexts("adminFrame");
  const current = placeAt(useLocation().pathname);
  const mayOpen = useMayOpen();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    if (current) showCurrent(nav.current);
  }, [current]);
  return (
    <div className="area-bar">
      <nav ref={nav} aria-label={texts("admin")} className="tabs tabs-line">
        <ul>
          {places
            .filter(({ to }) => mayOpen(to))
            .map(({ to, label, count, ...place }) => (
              <li key={to} className={place.short ? undefined : "max-md:hidden"}>
                <Link
                  to={to}
                  preventScrollReset={to !== TODAY}
                  aria-current={to === current ? "page" : undefined}
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
