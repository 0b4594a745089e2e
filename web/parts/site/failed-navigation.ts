import { type DataStrategyResult, isRouteErrorResponse, type MiddlewareFunction } from "react-router";
import { loadedTexts, loadTextsFor } from "#web/page-texts.ts";
import { toast } from "#web/ui/toast.tsx";
import { isSomethingTyped } from "../forms/unsaved-text.ts";
import { isOutdated, isReloadingItself, reloadPage, reloadUnlessInUse } from "./newer-build.ts";

type Results = Record<string, DataStrategyResult>;

let stay: (() => void) | null = null;
let here = "";
let changed = "";
let answered = "";
let isLoadingWhole = false;
let brokenPages = 0;
let wanted: string | null = null;
const pathsWithoutScript = new Set<string>();
const failedLoads = new WeakSet<object>();

/**
 * Client middleware of the root: if a page cannot be loaded, the current page stays with all that
 * was typed, and a toast says why. A failed revalidation keeps the shown data. A failed navigation,
 * or a form without an answer, is replaced by one to the current address that loads nothing. The
 * page that shows the result of a sent form is loaded anyway (`expectChange`), because the current
 * one would not show it. After a deployment nothing of a newer build is shown while a whole document
 * is being loaded. [S8.4]
 */
export const stayOnPage: MiddlewareFunction<Results> = async ({ request }, next) => {
  if (request.method === "GET" && request.url !== here) wanted = request.url;
  // From here on: an event may come before the answer does.
  if (request.method !== "GET") answered = pathOf(here);
  const mayLeave = request.method !== "GET" || request.url !== here;
  const [results, noTexts] = await Promise.all([next(), mayLeave ? missingTexts(request.url) : null]);
  const failed = Object.values(results).flatMap(({ type, result }) => (type === "error" ? [unwrapped(result)] : []));
  const errors = noTexts ? [...failed, noTexts] : failed;
  if (errors.length === 0 && request.url !== here && !request.signal.aborted) wanted = null;
  for (const error of errors) if (error instanceof Error) failedLoads.add(error);
  if (request.method !== "GET") {
    const lost = failed.find(isTemporary);
    if (lost !== undefined && stay && brokenPages === 0 && !request.signal.aborted) {
      sayLost(lost);
      return stay();
    }
    expectChange(redirectIn(results, request.url) ?? request.url);
    return;
  }
  // A newer navigation or live update replaced this one and will report its own outcome.
  if (request.signal.aborted) return;
  if (isLoadingWhole || (request.url === here && reloadsForNewerBuild())) return new Promise(() => {});
  const error = errors.find(isTemporary);
  if (error === undefined) return;
  if (brokenPages > 0 || !stay || (request.url !== here && request.url === changed)) {
    if (noTexts) throw noTexts;
    return;
  }

  sayLost(error);
  if (request.url === here) return withoutErrors(results);
  stay();
};

/** Loads the texts of a page. Returns the error if they did not come. */
async function missingTexts(address: string): Promise<Error | null> {
  try {
    await loadTextsFor(new URL(address).pathname);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error("the texts did not come");
  }
}

/** Marks an address that must be shown even as an error page: it shows what was just done. */
export function expectChange(address: string): void {
  changed = new URL(address, location.href).href;
}

/** The address of the page that is being loaded or failed to load; null if there is none. */
export function pageWanted(): string | null {
  return wanted;
}

/**
 * Whether the script of this page failed to load. The router would wait for it forever, so the page
 * needs a full load.
 */
export function isScriptMissing(path: string): boolean {
  return pathsWithoutScript.has(path);
}

/** Loads a page whose script is missing as a new document, or says that the shop is unreachable. */
export function loadWhole(address: string): Promise<void> {
  pathsWithoutScript.add(new URL(address, location.href).pathname);
  return loadDocument(address);
}

async function loadDocument(address: string): Promise<void> {
  isLoadingWhole = true;
  // A page that is reloading itself goes where it was asked to instead; the answer to a question would come too late.
  if (isReloadingItself() && pageOf(address) !== pageOf(location.href)) return location.assign(address);
  const answer = await fetch(address, { method: "HEAD" }).catch(() => null);
  if (answer && answer.status < 500) {
    // After back or forward the browser's address has already changed: its entry has a state.
    return pageOf(address) === pageOf(location.href) ? reloadPage() : location.assign(address);
  }
  isLoadingWhole = false;
  wanted = null;
  sayLost(null);
  stay?.();
}

/**
 * Loads the page that a navigation leads to as a whole document if the shop has another build than
 * this page. Not if the navigation shows the result of a form, such as closing the sheet that it was
 * in, or leaves a form on the screen in which something is typed.
 */
export function loadFromNewerBuild(address: string): void {
  const page = pageOf(address);
  const isKept = pathOf(page) === pathOf(here) && (answered === pathOf(here) || isSomethingTyped());
  if (isOutdated.read() && page !== here && page !== changed && !isKept) void loadDocument(address);
}

/** The same at an event, for the open page. It stays as long as it shows the answer to a form. */
function reloadsForNewerBuild(): boolean {
  return isOutdated.read() && answered !== pathOf(here) && brokenPages === 0 && reloadUnlessInUse();
}

/** Goes on with a page that the browser had kept while it loaded another one. Returns how to stop. */
export function stayWhenRestored(): () => void {
  const goOn = ({ persisted }: PageTransitionEvent) => {
    if (!persisted || !isLoadingWhole) return;
    isLoadingWhole = false;
    stay?.();
  };
  window.addEventListener("pageshow", goOn);
  return () => window.removeEventListener("pageshow", goOn);
}

/** Sets the address of the current page and how to stay on it. */
export function setStay(address: string, how: () => void): void {
  here = pageOf(address);
  // What a sheet of the same page was about, which closes with its answer, is still being said.
  if (pathOf(here) !== answered) answered = "";
  stay = how;
}

/**
 * Reloads a page of which something is missing that only another build may have: at once if a
 * navigation led to it, because what was filled in on the page before was left; else only if it is
 * not in use.
 */
export function reloadIncomplete(): void {
  if (here !== "" && pageOf(location.href) !== here) reloadPage();
  else reloadUnlessInUse();
}

/** A whole address without its `#` part, which leads to a place in the same document. */
function pageOf(address: string): string {
  const page = new URL(address, location.href);
  page.hash = "";
  return page.href;
}

function pathOf(address: string): string {
  return new URL(address, location.href).pathname;
}

/** Records that an error page is shown, so there is nothing to keep. Returns how to undo that. */
export function recordPageBroken(): () => void {
  brokenPages += 1;
  return () => {
    brokenPages -= 1;
  };
}

/** Says why a page could not be loaded. */
export function sayLost(error: unknown): void {
  const said: unknown = isRouteErrorResponse(error) && error.data;
  const cause =
    typeof said === "object" && said !== null && "sentence" in said
      ? String(said.sentence)
      : loadedTexts("site")(isRouteErrorResponse(error) ? "pageNotLoaded" : "pageNotReached");
  toast(cause, { kind: "error" });
}

/** Whether this error happened while loading, not while rendering. */
export function isFailedLoad(error: unknown): boolean {
  return error instanceof Error && failedLoads.has(error);
}

/** Whether a retry may succeed, unlike for a page that does not exist or is forbidden. */
export function isTemporary(error: unknown): boolean {
  return isRouteErrorResponse(error) ? error.status >= 500 || error.status === 429 : isFailedLoad(error);
}

/** The router wraps what an action threw together with the answer's status. */
function unwrapped(error: unknown): unknown {
  const { type, data } = Object(error) as { type?: unknown; data?: unknown };
  return type === "DataWithResponseInit" ? data : error;
}

/** Removes failed results: the router keeps the old data of a route without a result. */
function withoutErrors(results: Results): Results {
  return Object.fromEntries(Object.entries(results).filter(([, { type }]) => type !== "error"));
}

function redirectIn(results: Results, base: string): string | null {
  for (const { result } of Object.values(results)) {
    const to = result instanceof Response && result.headers.get("Location");
    if (to) return new URL(to, base).href;
  }
  return null;
}
