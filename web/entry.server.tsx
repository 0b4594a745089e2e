import { PassThrough } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import { createReadableStreamFromReadable } from "@react-router/node";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from "react-router";
import allStyles from "./app.css?inline";
import { codingIn } from "./coding.ts";
import { formKeyContext, incidentContext, nonceContext, servicesContext } from "./context.ts";
import { FormKey } from "./form-key.ts";
import { Gathering } from "./gathering.ts";
import { PageIncident } from "./page-incident.ts";
import { needsAllStyles, PageStyles } from "./page-styles.ts";
import shopStyles from "./shop.css?inline";

/** A page that has not come whole after this long is cut off. */
export const streamTimeout = 5_000;

/** Renders a page: what is ready at once, the rest as it comes; a bot waits for all of it. */
export default function renderPage(request: Request, status: number, headers: Headers, page: EntryContext, context: RouterContextProvider) {
  if (request.method === "HEAD") return new Response(null, { status, headers });

  const nonce = context.get(nonceContext);
  const areAll = needsAllStyles(page.staticHandlerContext.matches.map(({ route }) => route.id));
  const shop = (
    <PageIncident value={context.get(incidentContext)}>
      <PageStyles value={{ text: areAll ? allStyles : shopStyles, areAll }}>
        <FormKey value={context.get(formKeyContext)}>
          <ServerRouter context={page} url={request.url} nonce={nonce} />
        </FormKey>
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
 * Quick rather than small; React flushes them as soon as a part of the page is ready. Brotli's level 4 takes two thirds more time than 3, for 5 % fewer bytes of a page of
 * 123 KB.
 */
const coders = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 17 } }),
  gzip: () => createGzip({ level: 4 }),
};

/** Logs what broke while a page was made, under the number that the visitor sees. Who left is no error. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.get(servicesContext).log.error("page failed", error, { incident: context.get(incidentContext) });
};
