import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

/** Gives the page's own focus handling time to run first. */
const PAGE_FIRST_MS = 50;

/**
 * Moves the focus for keyboard and screen reader users. After a navigation the content gets it and
 * the title is announced. When the focused element disappears, the heading gets it, unless the page
 * chose something better. Mount once, in the root. [S2.37]
 */
export function PageFocus() {
  const title = useArrival();
  useFocusFallback();
  return (
    <p role="status" className="unseen">
      {title}
    </p>
  );
}

/** The title of the page after a navigation; empty on the first page. */
function useArrival(): string {
  const { pathname, key } = useLocation();
  const [said, setSaid] = useState("");
  const here = useRef<{ pathname: string; key: string; title: string }>(null);
  useLayoutEffect(() => {
    const before = here.current;
    here.current = { pathname, key, title: document.title };
    if (!before || before.key === key) return;
    if (before.title !== document.title) setSaid(document.title);
    const content = contentOfPage();
    const isInContent = content?.contains(document.activeElement);
    if (before.pathname !== pathname ? !isInContent : isFocusLost()) content?.focus({ preventScroll: true });
  }, [pathname, key]);
  return said;
}

/** Focuses the heading when the focused element was removed from the page. */
function useFocusFallback(): void {
  useEffect(() => {
    let last: EventTarget | null = null;
    const recordFocus = ({ target }: Event) => {
      last = target;
    };
    const watching = new MutationObserver(() => {
      if (isGone(last)) setTimeout(() => isGone(last) && focusHeading(), PAGE_FIRST_MS);
    });
    document.addEventListener("focusin", recordFocus);
    watching.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", recordFocus);
      watching.disconnect();
    };
  }, []);
}

function isGone(element: EventTarget | null): boolean {
  return element instanceof Element && !element.isConnected && isFocusLost();
}

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function contentOfPage(): HTMLElement | null {
  return document.getElementById("content");
}

function focusHeading(): void {
  const content = contentOfPage();
  const heading = content?.querySelector<HTMLElement>("h1");
  if (heading && !heading.hasAttribute("tabindex")) heading.tabIndex = -1;
  (heading ?? content)?.focus({ preventScroll: true });
}
