import { useEffect, useState } from "react";
import { type BlockerFunction, createPath, Link, useBlocker, useLocation, useNavigate, useNavigation } from "react-router";
import { isDecisionHeld } from "../forms/unsaved-text.ts";
import { isScriptMissing, loadFromNewerBuild, loadWhole, sayLost, setStay, stayWhenRestored } from "./failed-navigation.ts";
import { isOutdated } from "./newer-build.ts";

/**
 * Blocks navigation while the browser is offline, passes the current address to `stayOnPage`, and
 * loads whole documents after a deployment. Mount once, in the root. [S8.4]
 */
export function NavigationGuard() {
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useLocation();
  const [isAwake, setAwake] = useState(false);
  const blocker = useBlocker(isCutOff);

  useEffect(() => {
    setStay(pathname + search, () => {
      // After back or forward the browser's address has already changed, so this page is pushed
      // after it.
      const replace = window.location.pathname + window.location.search === pathname + search;
      void navigate({ pathname, search, hash }, { replace, state, preventScrollReset: true, defaultShouldRevalidate: false });
    });
  }, [navigate, pathname, search, hash, state]);
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (navigator.onLine) void loadWhole(createPath(blocker.location));
    else sayLost(null);
    blocker.reset();
  }, [blocker]);

  const { state: going, location, formMethod } = useNavigation();
  const isOld = isOutdated.use();
  useEffect(() => {
    const isPlain = formMethod === undefined || formMethod === "GET";
    if (isOld && going === "loading" && isPlain && !isDecisionHeld()) loadFromNewerBuild(createPath(location));
  }, [isOld, going, location, formMethod]);
  useEffect(stayWhenRestored, []);

  useEffect(() => {
    window.addEventListener("submit", callOffWhenOffline);
    return () => window.removeEventListener("submit", callOffWhenOffline);
  }, []);
  useEffect(() => {
    document.documentElement.dataset.awake = "";
    setAwake(true);
  }, []);

  // The router fetches the routes of all links on the page. This link makes it know this page's
  // routes, so that staying needs no request.
  return isAwake && <Link to={pathname} hidden />;
}

/** Blocks before the router starts: without the script it would reload or wait forever. */
const isCutOff: BlockerFunction = ({ currentLocation: from, nextLocation: to }) =>
  (!navigator.onLine || isScriptMissing(to.pathname)) && from.pathname + from.search !== to.pathname + to.search;

/**
 * A form that the browser itself sends, such as one for a download, would lead to the browser's own
 * error page.
 */
function callOffWhenOffline(event: SubmitEvent): void {
  const isOfDialog = event.target instanceof HTMLFormElement && event.target.method === "dialog";
  if (navigator.onLine || event.defaultPrevented || isOfDialog) return;
  event.preventDefault();
  sayLost(null);
}
