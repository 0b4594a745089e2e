import { type ReactNode, use, useLayoutEffect, useState } from "react";
import { Outlet, useLocation, useNavigation, useRouteLoaderData } from "react-router";
import { readBackupStates } from "#shop/backups/backup-state.server.ts";
import { backupWarning } from "#shop/backups/backup-warning.ts";
import { countWaiting } from "#shop/orders/today/count-waiting.server.ts";
import { countsOf, type WaitingCounts } from "#shop/orders/today/waiting.ts";
import { areAlertsSilent } from "#shop/payments/alerts/read-silence.server.ts";
import { readProviderWarnings } from "#shop/payments/methods/provider-warnings.server.ts";
import { may, type Rights } from "#shop/rights.ts";
import { reasonsIn } from "#shop/settings/rejection-reasons.ts";
import { requestContext } from "#web/context.ts";
import { adminsOnly } from "#web/guards.ts";
import type { PageHandle } from "#web/page-scripts/page-scripts.tsx";
import { useRecovery } from "#web/parts/live/use-recovery.ts";
import { useSentenceOfError } from "#web/parts/site/error-page.tsx";
import { isTemporary } from "#web/parts/site/failed-navigation.ts";
import { PageIncident } from "#web/parts/site/page-context.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { TryAgain } from "#web/parts/site/try-again.tsx";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { standardReasons } from "../orders/rejection/standard-reasons.ts";
import { UndoBar } from "../orders/undo/undo.tsx";
import { AlertsSilence } from "../payments/alerts/alerts-silence.tsx";
import type { Route } from "./+types/area.ts";
import { AreaNav, AreaTop, FindLink } from "./area-nav.tsx";
import { Arrivals } from "./arrivals.tsx";
import { BackupAlert } from "./backup-warning.tsx";
import { AreaTabs } from "./more/area-tabs.tsx";
import { placeAt, TODAY } from "./place-at.ts";
import { ProviderAlerts } from "./provider-alerts.tsx";
import { ProxyWarning } from "./proxy-warning.tsx";
import { RestoredAlert } from "./restored-alert.tsx";
import { RightsOfReader } from "./use-may.ts";

export const handle = { isWide: true, hasOwnFrame: true } satisfies PageHandle;

export const middleware: Route.MiddlewareFunction[] = [adminsOnly];

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminFrame")("admin"), matches),
  { name: "robots", content: "noindex" },
];

/**
 * Also runs the guard when navigating inside the area. Returns the rights of who reads the page, what
 * waits, the reasons offered for a rejection, the warnings of backups, payment providers and an
 * unknown proxy, and whether the second factor still has to be set up. [S6.3] [S12.2] [S13.9]
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { services, visitor, isProxyUnknown, settings, language } = context.get(requestContext);
  const isOpen = visitor.kind === "admin";
  const { now } = services;
  const isOwner = may(visitor, "own-shop");
  const read = isOpen
    ? services.db.together((db) =>
        Promise.all([
          isOwner ? readProviderWarnings({ ...services, db }, visitor) : [],
          countWaiting({ db, now }, visitor),
          may(visitor, "handle-money") && areAlertsSilent({ db, now }, visitor),
        ]),
      )
    : null;
  const backups = isOwner ? await readBackupStates(services, visitor).catch(() => []) : [];
  // If the database does not answer, the page says so.
  const [providerWarnings, waiting, isAlertsSilent] = (await read?.catch(() => null)) ?? [[], null, false];
  return {
    providerWarnings,
    waiting,
    isAlertsSilent,
    isOpen,
    rights: isOpen ? visitor.rights : [],
    reasons: isOpen ? reasonsIn(settings.rejectionReasons ?? standardReasons(), language) : [],
    backupWarning: backupWarning(backups, services.now()),
    isProxyUnknown: isOwner && isProxyUnknown,
  };
}

const nothingWaits: WaitingCounts = { queue: 0, products: 0, more: 0 };

/** The frame of all admin pages, for admins only. [S2.23] [S6.3] */
export default function AdminArea({
  loaderData: { isOpen, rights, waiting, backupWarning: warning, isProxyUnknown, providerWarnings, isAlertsSilent },
}: Route.ComponentProps) {
  const [fresh, setFresh] = useState({ waiting, loaded: waiting });
  const now = fresh.loaded === waiting ? fresh.waiting : waiting;
  const isChanging = useIsChangingPage();
  useStableScroll(isChanging);
  return (
    <Frame isOpen={isOpen} rights={rights} counts={now ? countsOf(now) : nothingWaits}>
      {now && <Arrivals waiting={now} onCounted={(counted) => setFresh({ waiting: counted, loaded: waiting })} />}
      {isOpen && <UndoBar />}
      {now && now.restored > 0 && <RestoredAlert />}
      <BackupAlert warning={isOpen ? warning : null} />
      <ProviderAlerts warnings={isOpen ? providerWarnings : []} />
      <AlertsSilence isSilent={isOpen && isAlertsSilent} />
      <ProxyWarning isProxyUnknown={isOpen && isProxyUnknown} />
      {isChanging && <Loading />}
      <div hidden={isChanging}>
        <Outlet />
      </div>
    </Frame>
  );
}

/**
 * Whether the navigation leads to another page of the bar, not just to another search or row.
 * [S2.23]
 */
function useIsChangingPage(): boolean {
  const here = useLocation();
  const { state, location: there, formMethod } = useNavigation();
  if (state !== "loading" || formMethod) return false;
  const place = placeAt(there.pathname);
  return place !== undefined && place !== TODAY && there.pathname !== here.pathname;
}

/** Keeps the scroll position if a page fails to load; otherwise the router scrolls. [S8.4] */
function useStableScroll(isChanging: boolean): void {
  useLayoutEffect(() => {
    if (!isChanging) return;
    const { scrollX, scrollY } = window;
    return () => window.scrollTo(scrollX, scrollY);
  }, [isChanging]);
}

function Loading() {
  const texts = useTexts("adminFrame");
  return (
    <div aria-busy="true" className="flex flex-col gap-4">
      <div role="status">
        <h1 className="text-base font-normal text-soft">{texts("loading")}</h1>
      </div>
      <Skeleton className="h-10 w-64 max-w-full" />
      <Skeleton className="h-96" />
    </div>
  );
}

/** An error inside the area, with its navigation. [S8.4] */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const texts = useTexts("adminFrame");
  const incident = use(PageIncident);
  const sentence = useSentenceOfError(error, incident === null ? texts("networkNotOk") : texts("somethingBroke", { incident }));
  const rights = useRouteLoaderData<typeof loader>("admin/frame/area")?.rights;
  useRecovery(error);
  return (
    <Frame rights={rights}>
      <div data-incident={incident ?? undefined}>
        <Alert kind="error" actions={isTemporary(error) && <TryAgain />}>
          <h1 className="text-lg">{sentence}</h1>
        </Alert>
      </div>
    </Frame>
  );
}

type FrameProps = { children: ReactNode; isOpen?: boolean; rights?: Rights | undefined; counts?: WaitingCounts };

function Frame({ children, isOpen = true, rights = "all", counts = nothingWaits }: FrameProps) {
  return (
    <RightsOfReader value={rights}>
      <AreaTop isOpen={isOpen}>{isOpen && <FindLink />}</AreaTop>
      <div className={isOpen ? "frame area-page area-page-open" : "frame area-page"}>
        {isOpen && <AreaNav counts={counts} />}
        {isOpen && <AreaTabs />}
        <div className="contents">{children}</div>
      </div>
    </RightsOfReader>
  );
}
