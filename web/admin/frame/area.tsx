import { type ReactNode, use, useEffect, useRef } from "react";
import { Form, Outlet, useLocation } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import { readBackupState } from "#shop/backups/backup-state.server.ts";
import { backupWarning } from "#shop/backups/backup-warning.ts";
import { readProviderWarnings } from "#shop/payments/methods/provider-warnings.server.ts";
import { requestContext } from "#web/context.ts";
import { adminsOnly } from "#web/guards.ts";
import type { PageHandle } from "#web/page-scripts/page-scripts.tsx";
import { useRecovery } from "#web/parts/live/use-recovery.ts";
import { useSentenceOfError } from "#web/parts/site/error-page.tsx";
import { PageIncident } from "#web/parts/site/page-context.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import type { Route } from "./+types/area.ts";
import { AreaMore, positionAt } from "./area-more.tsx";
import { BackupAlert } from "./backup-warning.tsx";
import { type DashboardTab, tabOf } from "./dashboard-tab.ts";
import { ProviderAlerts } from "./provider-alerts.tsx";
import { ProxyWarning } from "./proxy-warning.tsx";

export const handle = { isWide: true } satisfies PageHandle;

export const middleware: Route.MiddlewareFunction[] = [adminsOnly];

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminFrame")("admin"), matches),
  { name: "robots", content: "noindex" },
];

/**
 * Also runs the guard when navigating inside the area. Returns the warnings of backups, payment
 * providers and an unknown proxy, and whether the second factor still has to be set up. [S6.3]
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { services, visitor, isProxyUnknown } = context.get(requestContext);
  const backups = readBackupState(services);
  return {
    // If the database does not answer, the page says so.
    providerWarnings: await readProviderWarnings(services).catch(() => []),
    isOpen: visitor.kind === "admin",
    backupWarning: backups && backupWarning(backups, services.now()),
    isProxyUnknown: isProxyUnknown,
  };
}

/** The frame of all admin pages, for admins only. [S2.23] [S6.3] */
export default function AdminArea({
  loaderData: { isOpen, backupWarning: warning, isProxyUnknown, providerWarnings },
}: Route.ComponentProps) {
  return (
    <Frame isOpen={isOpen}>
      <BackupAlert warning={isOpen ? warning : null} />
      <ProviderAlerts warnings={isOpen ? providerWarnings : []} />
      <ProxyWarning isProxyUnknown={isOpen && isProxyUnknown} />
      <Outlet />
    </Frame>
  );
}

/** An error inside the area, with its navigation. [S8.4] */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const texts = useTexts("adminFrame");
  const incident = use(PageIncident);
  const sentence = useSentenceOfError(error, incident === null ? texts("networkNotOk") : texts("somethingBroke", { incident }));
  useRecovery(error);
  return (
    <Frame>
      <div data-incident={incident ?? undefined}>
        <Alert kind="error">
          <h1 className="text-lg">{sentence}</h1>
        </Alert>
      </div>
    </Frame>
  );
}

const places = [
  ["approved-requests", "approvedRequests"],
  ["requests", "pendingRequests"],
  ["products", "productInventory"],
  ["add-product", "addProduct"],
] as const satisfies (readonly [DashboardTab, KeyIn<"adminFrame">])[];

/** Pages about one product highlight the inventory's tab. */
const placeOf: Partial<Record<DashboardTab, DashboardTab>> = { "edit-product": "products", "product-ids": "products" };

/** The page of an order belongs to no tab. */
const orderPage = /^\/admin\/orders\/REQ-[^/]+(\/(payment|payment-request|replacement|(new-)?private-link))?$/;

/** Scrolls only the row of tabs, because the page may have been scrolled before hydration. */
function showCurrentTab(row: HTMLElement | null | undefined): void {
  const tab = row?.querySelector('[aria-current="page"]')?.getBoundingClientRect();
  if (!row || !tab) return;
  const { left, width } = row.getBoundingClientRect();
  row.scrollLeft += tab.left + tab.width / 2 - (left + width / 2);
}

function Frame({ children, isOpen = true }: { children: ReactNode; isOpen?: boolean }) {
  const texts = useTexts("adminFrame");
  const { pathname, search } = useLocation();
  const tab = tabOf({ pathname, searchParams: new URLSearchParams(search) });
  const current = positionAt(pathname) || orderPage.test(pathname) ? null : (placeOf[tab] ?? tab);
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
              label={texts("admin")}
              tabs={places.map(([name, label]) => ({
                to: `/admin/dashboard?tab=${name}`,
                label: texts(label),
                isCurrent: name === current,
              }))}
            />
          )}
        </div>
        {isOpen && <AreaMore />}
        <Form method="post" action="/logout" className="shrink-0 max-sm:-me-3">
          <Button type="submit" variant="quiet" icon="logout" title={texts("logout")} className="mt-1 max-sm:px-3">
            <span className="max-sm:unseen">{texts("logout")}</span>
          </Button>
        </Form>
      </div>
      {children}
    </div>
  );
}
