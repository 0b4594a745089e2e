import { type ComponentType, type ReactNode, use, useEffect, useRef, useState } from "react";
import {
  UNSAFE_FrameworkContext as FrameworkContext,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useMatches,
  useRouteLoaderData,
} from "react-router";
import { messages } from "#shop/messages.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { shopClockOf } from "#shop/settings/shop-clock-of.server.ts";
import { publicSettings } from "#shop/settings/shop-settings.ts";
import { yearOf } from "#shop/shop-clock.ts";
import type { Route } from "./+types/root.ts";
import allStyles from "./app.css?url";
import { originContext, servicesContext, visitorContext } from "./context.ts";
import { PageIncident } from "./page-incident.ts";
import { type PageHandle, PageScripts, useHasScript } from "./page-scripts.tsx";
import { needsAllStyles, PageStyles } from "./page-styles.ts";
import { ErrorPage } from "./parts/error-page.tsx";
import { HeadLinks } from "./parts/head-links.tsx";
import { NavigationNotice } from "./parts/navigation-notice.tsx";
import { PageFocus } from "./parts/page-focus.tsx";
import { SiteFooter } from "./parts/site-footer.tsx";
import { SiteHeader } from "./parts/site-header.tsx";
import { themeOf } from "./parts/theme.ts";
import { useFreshSettings } from "./parts/use-fresh-settings.ts";
import { Toasts } from "./ui/toast.tsx";

/** What every page shows: the shop's name and links, and who is signed in. The first HTML already has it. [S2.6] */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const settings = await readSettings(services);
  const clock = shopClockOf(settings.timeZone, services.now());
  const visitor = context.get(visitorContext);
  const signedIn = visitor.kind === "guest" ? null : { kind: visitor.kind, name: visitor.name, email: visitor.email };
  return {
    settings: publicSettings(settings),
    clock,
    signedIn,
    year: yearOf(services.now(), clock),
    theme: themeOf(request),
    origin: context.get(originContext),
  };
}

/** A link to a page of the storefront asks for that page alone, so that each tells its own failure; anything else may have changed who is signed in. */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const isPlainLink = currentUrl.href !== nextUrl.href && (formMethod ?? "GET") === "GET";
  return isPlainLink && isStorefront(nextUrl.pathname) ? false : defaultShouldRevalidate;
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.settings.name ?? messages.shopUnavailable }];

/** Links go to our own files, which need no nonce; and browsers hide it from the script that wakes the page, which would find a difference. */
const NO_NONCE = "";

export function Layout({ children }: { children: ReactNode }) {
  const root = useRoot();
  const hasScript = useHasScript(Boolean(root?.signedIn));
  const isWide = useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.isWide);
  useFreshSettings(root?.settings.changedAt);
  return (
    <html lang="en-IN" data-theme={root?.theme ?? undefined} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <HeadLinks theme={root?.theme ?? null} />
        <Styles />
        <Meta />
        <Links nonce={NO_NONCE} />
      </head>
      <body className={isWide ? "wide" : undefined}>
        <a href="#content" className="skip-link">
          Skip to the content
        </a>
        {root && <SiteHeader settings={root.settings} signedIn={root.signedIn} />}
        <main id="content" tabIndex={-1} className="flex-1 outline-none">
          {children}
        </main>
        {root && <SiteFooter settings={root.settings} year={root.year} theme={root.theme} />}
        {root?.signedIn && <SessionRenewal />}
        <NavigationNotice />
        <PageFocus />
        <Toasts />
        {hasScript && (
          <>
            <ScrollRestoration />
            <PageScripts />
          </>
        )}
      </body>
    </html>
  );
}

type RootData = ReturnType<typeof useRouteLoaderData<typeof loader>>;
let lastRoot: RootData;

/** What every page shows; while it cannot be loaded again, as it was last, so that header and footer stay. [S8.4] */
function useRoot(): RootData {
  const root = useRouteLoaderData<typeof loader>("root");
  if (import.meta.env.SSR) return root;
  lastRoot = root ?? lastRoot;
  return lastRoot;
}

export default function Root() {
  return <Outlet />;
}

function isStorefront(path: string): boolean {
  return /^\/($|products$|product\/|order-status\/|how-it-works$|contact$)/.test(path);
}

/**
 * The styles of the page. Who comes by a link from the shop to the admin gets all of them before the page is shown: React waits for a sheet that has a
 * `precedence`, and puts it behind the last element that names one. The page's own may name it only when React has found it as it was sent.
 */
function Styles() {
  const nonce = use(FrameworkContext)?.nonce;
  const { text, areAll } = use(PageStyles);
  const isShort = needsAllStyles(useMatches().map(({ id }) => id)) && !areAll;
  const own = useRef<HTMLStyleElement>(null);
  useEffect(() => own.current?.setAttribute("data-precedence", "page"), []);
  return (
    <>
      <style
        ref={own}
        data-page-styles={areAll ? "all" : "shop"}
        nonce={nonce}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: text }}
      />
      {isShort && <link rel="stylesheet" href={allStyles} precedence="all" nonce={NO_NONCE} />}
    </>
  );
}

/** Its script comes after the page is awake, and only for those who are signed in. */
function SessionRenewal() {
  const [Watch, setWatch] = useState<ComponentType | null>(null);
  useEffect(() => {
    import("./parts/session-watch.tsx").then(({ SessionWatch }) => setWatch(() => SessionWatch)).catch(() => {});
  }, []);
  return Watch && <Watch />;
}

/** What could not be shown, in the sentence of whoever refused or failed, with the number of the failure. [S2.26] */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const incident = use(PageIncident);
  return <ErrorPage error={error} sentence={sentenceOf(error, incident)} incident={incident} />;
}

function sentenceOf(error: unknown, incident: string | null): string {
  if (!isRouteErrorResponse(error)) return incident === null ? messages.shopUnavailable : messages.somethingBroke(incident);
  const said: unknown = error.data;
  if (typeof said === "object" && said !== null && "sentence" in said) return String(said.sentence);
  if (error.status >= 500) return messages.shopUnavailable;
  if (error.status === 404) return messages.notFound;
  return error.status === 405 ? messages.methodNotAllowed : String(said || messages.bodyUnreadable);
}
