import { type ReactNode, use, useEffect, useRef } from "react";
import {
  type ErrorResponse,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useMatches,
  useRouteLoaderData,
} from "react-router";
import { describe, languageOf, languages } from "#messages/languages.ts";
import type { Texts } from "#messages/texts.ts";
import { pagesFor } from "#shop/pages/page.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { yearOf } from "#shop/settings/shop-clock.ts";
import { shopClockOf } from "#shop/settings/shop-clock-of.server.ts";
import { settingIn, shownSettings } from "#shop/settings/shop-settings.ts";
import type { Route } from "./+types/root.ts";
import { requestContext } from "./context.ts";
import { type PageHandle, PageScripts, useHasScript } from "./page-scripts/page-scripts.tsx";
import { accentStyle } from "./parts/site/accent-style.ts";
import { Late } from "./parts/site/deferred-part.tsx";
import { ErrorPage, useSentenceOfError } from "./parts/site/error-page.tsx";
import { stayOnPage } from "./parts/site/failed-navigation.ts";
import { HeadLinks } from "./parts/site/head-links.tsx";
import { NavigationGuard } from "./parts/site/navigation-guard.tsx";
import { NavigationNotice } from "./parts/site/navigation-notice.tsx";
import { PageIncident, PageNonce } from "./parts/site/page-context.ts";
import { PageFocus } from "./parts/site/page-focus.tsx";
import { SiteFooter } from "./parts/site/site-footer.tsx";
import { SiteHeader } from "./parts/site/site-header.tsx";
import { SiteTabs } from "./parts/site/site-tabs.tsx";
import { themeOf } from "./parts/site/theme.ts";
import { cacheStylesheet, forgetMissingStylesheet, needsAllStyles, PageStyles, styleFiles } from "./rendering/page-styles.ts";
import { showWait } from "./retry-after.ts";
import { TextsOfPage, textsOfPage, useLocale, useTexts } from "./texts.tsx";
import { IconSprite } from "./ui/icon.tsx";
import { Toasts } from "./ui/toast.tsx";
import { UiTextsOfPage } from "./ui/ui-texts.ts";

/** Loads the shop's settings and who is signed in, so that the first HTML shows them. [S2.6] */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { services, origin, visitor, language } = context.get(requestContext);
  const [settings, published] = await Promise.all([readSettings(services), services.pages.read()]);
  const clock = shopClockOf(settings.timeZone, services.now());
  const signedIn = visitor.kind === "guest" ? null : { kind: visitor.kind, name: visitor.name, email: visitor.email };
  return {
    settings: shownSettings(settings, language),
    accentStyle: accentStyle(settings.accent),
    hasPaymentInstructions: settingIn(settings, "howToPay", language).text !== "",
    reviewWait: services.reviewWait.known(),
    clock,
    signedIn,
    year: yearOf(services.now(), clock),
    pages: pagesFor(published, [language, settings.language]).map(({ slug }) => slug),
    theme: themeOf(request),
    origin,
    language,
    languages: languages.map((code) => ({ code, ...describe(code) })),
    isLanguageFixed: languageOf(url.searchParams.get("lang")) !== null,
  };
}

export const middleware: Route.MiddlewareFunction[] = [showWait];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [stayOnPage];

/**
 * Links to storefront pages do not reload the root, so that each page reports its own failures.
 * Other navigations do, because they may have changed who is signed in.
 */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const isPlainLink = currentUrl.href !== nextUrl.href && (formMethod ?? "GET") === "GET";
  return isPlainLink && isStorefront(nextUrl.pathname) ? false : defaultShouldRevalidate;
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: loaderData?.settings.name ?? textsOfPage(matches, "site")("shopUnavailable") },
];

/**
 * Stylesheet links need no nonce because the files are our own. Browsers hide a nonce from scripts,
 * so setting one would cause a hydration mismatch.
 */
const NO_NONCE = "";

export function Layout({ children }: { children: ReactNode }) {
  return (
    <UiTextsOfPage value={useTexts("site")}>
      <Page>{children}</Page>
    </UiTextsOfPage>
  );
}

function Page({ children }: { children: ReactNode }) {
  const root = useRoot();
  const texts = useTexts("site");
  const hasScript = useHasScript(Boolean(root?.signedIn));
  const handles = useMatches().map(({ handle }) => handle as PageHandle | undefined);
  const isWide = handles.some((handle) => handle?.isWide);
  const framed = handles.some((handle) => handle?.hasOwnFrame) ? undefined : root;
  return (
    <html lang={useLocale()} data-theme={root?.theme ?? undefined} style={root?.accentStyle} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <HeadLinks theme={root?.theme ?? null} logo={root?.settings.logo ?? null} />
        <Styles />
        <Meta />
        <Links nonce={NO_NONCE} />
      </head>
      <body className={isWide ? "wide" : "with-tabs"}>
        <IconSprite />
        <a href="#content" className="skip-link">
          {texts("skipToContent")}
        </a>
        {framed && <SiteHeader settings={framed.settings} signedIn={framed.signedIn} languages={framed.languages} />}
        <main id="content" tabIndex={-1} className="flex-1 outline-none">
          {children}
        </main>
        {framed && <SiteFooter {...framed} />}
        {framed && <SiteTabs />}
        {root?.signedIn && <Late bring={bringSessionWatch} />}
        <Late bring={bringPageWatch} changedAt={root?.settings.changedAt} who={root?.signedIn?.email ?? null} />
        <NavigationNotice />
        <PageFocus />
        <NavigationGuard />
        <Toasts />
        {hasScript && (
          <>
            <TextsOfPage />
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

/** The root's data. During an error the last known data keeps header and footer. [S8.4] */
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
  return /^\/($|products$|product\/|order-status\/|how-it-works$|contact$|my-orders$|(terms|privacy|refunds|delivery|about)$)/.test(path);
}

/**
 * The page's styles: inline, or a file that the browser has. Inline ones are loaded as a file once
 * the page is alive, for the next page. On a client navigation from the shop to the admin, all
 * styles are loaded before the page is shown, because React waits for a stylesheet with a
 * `precedence` and inserts it after the last element that has one. The inline element gets its
 * `data-precedence` only after hydration, which would otherwise find a mismatch.
 */
function Styles() {
  const sent = use(PageNonce) ?? undefined;
  const { sheet, text, nonce = sent } = use(PageStyles);
  const isShort = needsAllStyles(useMatches().map(({ id }) => id)) && sheet === "shop";
  const isLinked = text === null;
  const own = useRef<HTMLStyleElement>(null);
  useEffect(() => {
    own.current?.setAttribute("data-precedence", "page");
    if (isLinked) forgetMissingStylesheet();
  }, [isLinked]);
  useEffect(() => {
    if (import.meta.env.DEV || (isLinked && !isShort)) return;
    cacheStylesheet(isShort ? "all" : sheet).catch(() => {});
  }, [isLinked, isShort, sheet]);
  return (
    <>
      {text === null ? (
        <link rel="stylesheet" href={styleFiles[sheet]} precedence="page" data-page-styles={sheet} nonce={NO_NONCE} />
      ) : (
        <style ref={own} data-page-styles={sheet} nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
      )}
      {isShort && <link rel="stylesheet" href={styleFiles.all} precedence="all" nonce={NO_NONCE} />}
    </>
  );
}

const bringPageWatch = async () => (await import("./parts/site/page-watch.tsx")).PageWatch;
const bringSessionWatch = async () => (await import("./parts/session/session-watch.tsx")).SessionWatch;

/** The error page, with the sentence of the refusal or failure and the incident number. [S2.26] */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const incident = use(PageIncident);
  const texts = useTexts("site");
  const broken = useSentenceOfError(error, incident === null ? texts("shopUnavailable") : texts("somethingBroke", { incident }));
  return <ErrorPage error={error} sentence={isRouteErrorResponse(error) ? sentenceOf(error, texts) : broken} />;
}

function sentenceOf(error: ErrorResponse, texts: Texts<"site">): string {
  const said: unknown = error.data;
  if (typeof said === "object" && said !== null && "sentence" in said) return String(said.sentence);
  if (error.status >= 500) return texts("shopUnavailable");
  if (error.status === 404) return texts("notFound");
  return error.status === 405 ? texts("methodNotAllowed") : String(said || texts("bodyUnreadable"));
}
