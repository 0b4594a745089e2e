import { MINUTE_MS } from "#shop/constants.ts";
import { store } from "#web/ui/store.ts";
import { isInUse } from "../forms/unsaved-text.ts";

/** The header by which the shop says from which build it answers a script. */
export const BUILD_HEADER = "X-Shop-Build";

/** How soon a page that was reloaded may reload itself again, in ms. */
const RELOADED_EVERY_MS = 5 * MINUTE_MS;

/**
 * Whether the shop answered from another build than this page's, as it does after a deployment. The
 * next navigation then loads a whole document, and so does the next event. [S18.3]
 */
export const isOutdated = store(false);

/**
 * Watches from which build the answers to this page's requests are. The router shows none of an
 * answer's headers, so `fetch` itself is wrapped; what others answer, or a script, does not count. A page keeps being outdated while an earlier and a
 * newer build answer in turn. The router would load the page afresh, with something typed in it or
 * not, when another build cannot list its routes; it has them all, so it gets an empty list.
 */
export function watchBuild(own: string): void {
  const ask = window.fetch;
  window.fetch = async (...asked) => {
    const answer = await ask(...asked);
    const build = answer.headers.get(BUILD_HEADER);
    const isOfShop = answer.url.startsWith(`${location.origin}/`);
    if (build === null || build === own || !isOfShop) return answer;
    if (!isOutdated.read()) isOutdated.write(true);
    return listsOpenPage(new URL(answer.url)) ? Response.json({}) : answer;
  };
}

/** Whether this is the router's request for the routes of the open page, and of no other one. */
function listsOpenPage({ pathname, searchParams }: URL): boolean {
  const above = (path: string) => `${location.pathname}/`.startsWith(path.replace(/\/?$/, "/"));
  return pathname === "/__manifest" && (searchParams.get("paths") ?? "").split(",").every(above);
}

let isReloading = false;

/** Whether the page is reloading itself. */
export function isReloadingItself(): boolean {
  return isReloading;
}

/** Loads the open page as a whole document, with the state of its history entry. */
export function reloadPage(): void {
  isReloading = true;
  location.reload();
}

/**
 * Reloads the page without being asked to, unless that would take away what somebody filled in, or
 * it did so minutes ago: while two builds answer in turn, it may get its own one again. Returns
 * whether it does.
 */
export function reloadUnlessInUse(): boolean {
  const [loaded] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (isInUse() || (loaded?.type === "reload" && performance.now() < RELOADED_EVERY_MS)) return false;
  reloadPage();
  return true;
}
