import { createContext } from "react";
import { openCookie, readOwnCookie } from "#shop/accounts/sessions/cookies.ts";
import allFile from "../app.css?url";
import shopFile from "../shop.css?url";

/** The styles of the shop's pages, or all styles, which contain those. */
export type Stylesheet = "shop" | "all";

/** The addresses of the stylesheets. Each has a hash of its content in its name. */
export const styleFiles = { shop: shopFile, all: allFile } as const satisfies Record<Stylesheet, string>;

/**
 * A page's styles. `text` stands in the page, so that a first visit is painted without another
 * request. It is null in the page of a browser that has the file; the page then links to that. The
 * browser needs the nonce because React writes the element again when an error page replaces the
 * page.
 */
type PageStyle = { sheet: Stylesheet; text: string | null; nonce?: string | undefined };
export const PageStyles = createContext<PageStyle>({ sheet: "all", text: null });

/** Whether these routes need all styles: true for admin pages. */
export function needsAllStyles(routeIds: string[]): boolean {
  return routeIds.some((id) => id.startsWith("admin/"));
}

const STYLES_COOKIE = "styles";
/** A browser drops files that it has not used for long. */
const STYLES_COOKIE_SECONDS = 30 * 24 * 60 * 60;

/** The stylesheet that the browser has, by its cookie; null if it has none of this version. */
export function cachedStylesheet(headers: Headers): Stylesheet | null {
  const name = readOwnCookie(headers, STYLES_COOKIE);
  return (["shop", "all"] as const).find((sheet) => nameOf(sheet) === name) ?? null;
}

/** The cookie by which a browser says that it has a stylesheet, as it sends it. */
export function stylesCookie(sheet: Stylesheet): string {
  return `${STYLES_COOKIE}=${nameOf(sheet)}`;
}

/** Loads a stylesheet into the browser's cache, and then sets the cookie that says so. */
export async function cacheStylesheet(sheet: Stylesheet): Promise<void> {
  const answer = await fetch(styleFiles[sheet], { priority: "low" });
  await answer.arrayBuffer();
  if (answer.ok) setCookie(nameOf(sheet) ?? "");
}

/**
 * Deletes the cookie if the stylesheet that this page links to did not load, so that the next page
 * contains its styles again.
 */
export function forgetMissingStylesheet(): void {
  const link = document.querySelector<HTMLLinkElement>("link[data-page-styles]");
  if (link && !hasRules(link.sheet)) setCookie("");
}

/** Some browsers have a sheet for a file that did not load, and throw when its rules are read. */
function hasRules(sheet: CSSStyleSheet | null): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0;
  } catch {
    return false;
  }
}

function setCookie(value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = openCookie(STYLES_COOKIE, value, STYLES_COOKIE_SECONDS, location.protocol === "https:");
}

function nameOf(sheet: Stylesheet): string | undefined {
  return styleFiles[sheet].split("/").at(-1);
}
