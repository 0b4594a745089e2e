import { createReadableStreamFromReadable } from "@react-router/node";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from "react-router";
import allStyles from "./app.css?inline";
import { hasLateParts, renderedPage, requestContext } from "./context.ts";
import { PageIncident, PageNonce } from "./parts/site/page-context.ts";
import { codingIn, compressPage, pageCompressor } from "./rendering/compression.ts";
import { Gathering } from "./rendering/page-buffer.ts";
import { cachedStylesheet, needsAllStyles, PageStyles } from "./rendering/page-styles.ts";
import { wholePage } from "./rendering/whole-page.ts";
import shopStyles from "./shop.css?inline";
import { PageLanguage } from "./texts.tsx";

/** After this time (in ms) React Router aborts the parts of a page that have not arrived. */
export const streamTimeout = 5_000;

export { wholeData as handleDataRequest } from "./rendering/whole-data.ts";

/**
 * Renders a page. One without late parts is sent whole, which costs much less than a stream. A page
 * with late parts is streamed, the shell first; bots get it whole too.
 */
export default function renderPage(request: Request, status: number, headers: Headers, page: EntryContext, context: RouterContextProvider) {
  if (request.method === "HEAD") return new Response(null, { status, headers });

  const { nonce, incident, language, textsVersion } = context.get(requestContext);
  const shop = (
    <PageLanguage value={{ language, rendered: { version: textsVersion, namespaces: new Set() } }}>
      <PageIncident value={incident}>
        <PageStyles value={stylesOf(page, request.headers)}>
          <PageNonce value={nonce}>
            <ServerRouter context={page} url={request.url} nonce={nonce} />
          </PageNonce>
        </PageStyles>
      </PageIncident>
    </PageLanguage>
  );
  const coding = codingIn(request.headers.get("accept-encoding") ?? "");
  const isStreamed = context.get(hasLateParts) && !isbot(request.headers.get("user-agent") ?? "");
  return new Promise<Response>((resolve, reject) => {
    function answer(body: BodyInit | null) {
      headers.set("Content-Type", "text/html; charset=utf-8");
      headers.append("Vary", "Accept-Encoding, Accept-Language, Cookie");
      if (coding) headers.set("Content-Encoding", coding);
      resolve(new Response(body, { status, headers }));
    }
    const { pipe, abort } = renderToPipeableStream(shop, {
      nonce,
      // In a whole page, React need not move large parts behind the rest.
      ...(!isStreamed && { progressiveChunkSize: Number.POSITIVE_INFINITY }),
      onShellReady() {
        if (!isStreamed) return;
        const body = pageCompressor(coding);
        body.on("close", () => clearTimeout(timeout));
        pipe(new Gathering(body));
        answer(createReadableStreamFromReadable(body));
      },
      onAllReady() {
        if (isStreamed) return;
        clearTimeout(timeout);
        wholePage(pipe).then((html) => {
          context.set(renderedPage, compressPage(html, coding));
          answer(null);
        }, reject);
      },
      onShellError: reject,
      onError: (error) => handleError(error, { request, context, params: {} }),
    });
    const timeout = setTimeout(abort, streamTimeout + 1_000);
  });
}

/** The styles that a page needs: inline, or the file that the browser has. */
function stylesOf(page: EntryContext, headers: Headers) {
  const cached = cachedStylesheet(headers);
  const areAll = cached === "all" || needsAllStyles(page.staticHandlerContext.matches.map(({ route }) => route.id));
  const sheet = areAll ? "all" : "shop";
  return { sheet, text: cached === sheet ? null : styleTexts[sheet] } as const;
}

const styleTexts = { shop: shopStyles, all: allStyles };

/** Logs a rendering error under the visitor's incident number. An aborted request is no error. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const { services, incident } = context.get(requestContext);
  services.log.error("page failed", error, { incident });
};
