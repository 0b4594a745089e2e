import { serveOfflinePage } from "./serve-offline-page.ts";

/**
 * `/offline-worker.js`: the service worker of the offline page. It is no page's script, so it gets
 * a policy of its own. [S12.11]
 */
export function loader() {
  return new Response(`(${serveOfflinePage})(self);\n`, {
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "no-cache",
      "Content-Security-Policy": "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
      "Referrer-Policy": "same-origin",
    },
  });
}
