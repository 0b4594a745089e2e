import { PassThrough } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import { createReadableStreamFromReadable } from "@react-router/node";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from "react-router";
import allStyles from "./app.css?inline";
import { requestContext } from "./context.ts";
import { PageIncident, PageNonce } from "./parts/site/page-context.ts";
import { codingIn } from "./rendering/compression.ts";
import { Gathering } from "./rendering/page-buffer.ts";
import { needsAllStyles, PageStyles } from "./rendering/page-styles.ts";
import shopStyles from "./shop.css?inline";

/** After this time (in ms) React Router aborts the parts of a page that have not arrived. */
export const streamTimeout = 5_000;

/** Renders and streams a page: the shell first, other parts as they resolve. Bots get it whole. */
export default function renderPage(request: Request, status: number, headers: Headers, page: EntryContext, context: RouterContextProvider) {
  if (request.method === "HEAD") return new Response(null, { status, headers });

  const { nonce, incident } = context.get(requestContext);
  const areAll = needsAllStyles(page.staticHandlerContext.matches.map(({ route }) => route.id));
  const shop = (
    <PageIncident value={incident}>
      <PageStyles value={{ text: areAll ? allStyles : shopStyles, areAll }}>
        <PageNonce value={nonce}>
          <ServerRouter context={page} url={request.url} nonce={nonce} />
        </PageNonce>
      </PageStyles>
    </PageIncident>
  );
  const isWhole = isbot(request.headers.get("user-agent") ?? "");
  return new Promise<Response>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(shop, {
      nonce,
      [isWhole ? "onAllReady" : "onShellReady"]() {
        const coding = codingIn(request.headers.get("accept-encoding") ?? "");
        const body = coding === null ? new PassThrough() : coders[coding]();
        body.on("close", () => clearTimeout(timeout));
        headers.set("Content-Type", "text/html; charset=utf-8");
        headers.append("Vary", "Accept-Encoding, Cookie");
        if (coding) headers.set("Content-Encoding", coding);
        pipe(new Gathering(body));
        resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
      },
      onShellError: reject,
      onError: (error) => handleError(error, { request, context, params: {} }),
    });
    const timeout = setTimeout(abort, streamTimeout + 1_000);
  });
}

/**
 * Tuned for speed: React flushes after each part of the page. For a page of 123 KB, Brotli level 4
 * takes two thirds more time than level 3 and saves 5 %.
 */
const coders = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 17 } }),
  gzip: () => createGzip({ level: 4 }),
};

/** Logs a rendering error under the visitor's incident number. An aborted request is no error. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const { services, incident } = context.get(requestContext);
  services.log.error("page failed", error, { incident });
};
