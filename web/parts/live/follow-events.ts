import { LIVE_RETRY_MAX_MS, LIVE_RETRY_MIN_MS } from "#shop/constants.ts";

/**
 * Follows a stream of "changed" events while the page is visible and calls `onChange` at each. The
 * shop sends one whenever a connection opens, so nothing is missed during an interruption.
 * Reconnects with a growing delay; a hidden page disconnects and catches up when it is visible
 * again, unless it follows `whileHidden`. The first connection may send `since`, when the page was
 * loaded (ms since 1970), so that a current page is not loaded twice. [S4.7]
 */
export function followEvents(
  url: string,
  onChange: () => void,
  onConnection: (isOpen: boolean) => void,
  since?: number,
  { whileHidden = false } = {},
): () => void {
  let first = since === undefined ? null : `${url}?since=${since}`;
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const open = () => {
    close();
    if (document.visibilityState === "hidden" && !whileHidden) return;
    const opened = new EventSource(first ?? url);
    first = null;
    source = opened;
    opened.onopen = () => {
      failures = 0;
      onConnection(true);
    };
    opened.onmessage = onChange;
    opened.onerror = () => {
      close();
      onConnection(false);
      timer = setTimeout(open, retryDelay(failures));
      failures += 1;
    };
  };
  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };

  open();
  document.addEventListener("visibilitychange", open);
  window.addEventListener("online", open);
  window.addEventListener("pageshow", open);
  return () => {
    close();
    document.removeEventListener("visibilitychange", open);
    window.removeEventListener("online", open);
    window.removeEventListener("pageshow", open);
  };
}

/** The delay before reconnecting, in ms: 1 s, doubled each time up to 30 s. [S4.7] */
export function retryDelay(failures: number): number {
  return Math.min(LIVE_RETRY_MIN_MS * 2 ** failures, LIVE_RETRY_MAX_MS);
}
