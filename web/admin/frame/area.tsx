import { type ReactNode, use, useEffect, useRef } from "react";
import { Form, Outlet, useLocation } from "react-router";
import { readBackupState } from "#shop/backups/backup-state.server.ts";
import { backupWarning } from "#shop/backups/backup-warning.ts";
import { messages } from "#shop/messages.ts";
import { proxyUnknownContext, servicesContext, visitorContext } from "#web/context.ts";
import { adminsOnly } from "#web/guards.ts";
import { PageIncident } from "#web/page-incident.ts";
import type { PageHandle } from "#web/page-scripts.tsx";
import { sentenceOfError } from "#web/parts/error-page.tsx";
import { pageTitle } from "#web/parts/page-title.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import type { Route } from "./+types/area.ts";
import { AreaMore, placeAt } from "./area-more.tsx";
import { BackupNotice } from "./backup-notice.tsx";
import { type DashboardTab, tabOf } from "./dashboard-tab.ts";
import { ProxyNotice } from "./proxy-notice.tsx";

export const handle = { isWide: true } satisfies PageHandle;

export const middleware: Route.MiddlewareFunction[] = [adminsOnly];

export const meta: Route.MetaFunction = ({ matches }) => [...pageTitle("Admin", matches), { name: "robots", content: "noindex" }];

/**
 * Runs the guard when the router moves inside the area, too; tells what is wrong with the backups and the proxy, and whether all of it is open, or first
 * the second factor has to be set up. [S6.3]
 */
export function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const backups = readBackupState(services);
  return {
    isOpen: context.get(visitorContext).kind === "admin",
    backupWarning: backups && backupWarning(backups, services.now()),
    isProxyUnknown: context.get(proxyUnknownContext),
  };
}

/** Everything under the admin's navigation, for admins alone. [S2.23] [S6.3] */
export default function AdminArea({ loaderData: { isOpen, backupWarning: warning, isProxyUnknown } }: Route.ComponentProps) {
  return (
    <Frame isOpen={isOpen}>
      <BackupNotice warning={isOpen ? warning : null} />
      <ProxyNotice isProxyUnknown={isOpen && isProxyUnknown} />
      <Outlet />
    </Frame>
  );
}

/** What could not be shown, with the navigation still there. [S8.4] */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const incident = use(PageIncident);
  return (
    <Frame>
      <Alert kind="error">
        <h1 className="text-lg">{sentenceOfError(error, incident === null ? messages.networkNotOk : messages.somethingBroke(incident))}</h1>
      </Alert>
    </Frame>
  );
}

const places: readonly (readonly [DashboardTab, string])[] = [
  ["approved-requests", "Approved Requests"],
  ["requests", "Pending Requests"],
  ["products", "Product Inventory"],
  ["add-product", "Add Product"],
];

/** A tab about one product belongs to the inventory. */
const placeOf: Partial<Record<DashboardTab, DashboardTab>> = { "edit-product": "products", "product-ids": "products" };

/** The page of an order, which was handled or was not: it belongs to no tab. */
const orderPage = /^\/admin\/orders\/REQ-[^/]+(\/(payment|replacement|(new-)?private-link))?$/;

/** Moves the row of tabs alone: somebody may have scrolled down the page before its script came. */
function showCurrentTab(row: HTMLElement | null | undefined): void {
  const tab = row?.querySelector('[aria-current="page"]')?.getBoundingClientRect();
  if (!row || !tab) return;
  const { left, width } = row.getBoundingClientRect();
  row.scrollLeft += tab.left + tab.width / 2 - (left + width / 2);
}

function Frame({ children, isOpen = true }: { children: ReactNode; isOpen?: boolean }) {
  const { pathname, search } = useLocation();
  const tab = tabOf({ pathname, searchParams: new URLSearchParams(search) });
  const current = placeAt(pathname) || orderPage.test(pathname) ? null : (placeOf[tab] ?? tab);
  const nav = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (current) showCurrentTab(nav.current?.querySelector("nav"));
  }, [current]);

  return (
    <div className="frame flex flex-col gap-6 pt-4 pb-10 sm:pt-6">
      <div ref={nav} className="flex items-start gap-2 shadow-[inset_0_-1px_var(--color-line)] max-sm:-mx-4 max-sm:gap-0 max-sm:px-4">
        <div className="min-w-0 flex-1 max-sm:me-5">
          {isOpen && (
            <Tabs
              label="Admin"
              tabs={places.map(([name, label]) => ({ to: `/admin/dashboard?tab=${name}`, label, isCurrent: name === current }))}
            />
          )}
        </div>
        {isOpen && <AreaMore />}
        <Form method="post" action="/logout" className="shrink-0 max-sm:-me-3">
          <Button type="submit" variant="quiet" icon="logout" title="Logout" className="mt-1 max-sm:px-3">
            <span className="max-sm:unseen">Logout</span>
          </Button>
        </Form>
      </div>
      {children}
    </div>
  );
}
