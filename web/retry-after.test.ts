import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { expect, test } from "vitest";
import { afterMs, refused } from "#shop/refusal.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { requestContext } from "./context.ts";
import { showWait } from "./retry-after.ts";
import * as root from "./root.tsx";
import { orSay, say } from "./say.ts";

test("the frame of all pages says how long to wait", () => {
  expect(root.middleware).toContain(showWait);
});

test("[S8.3] a rate-limited form gets Retry-After, and no other does", async () => {
  const limited = afterMs(refused("tooManyRequests"), 30_000);
  expect(await send(async () => limited)).toEqual([429, "30"]);
  expect(await send(async () => refused("orderNotFound"))).toEqual([404, null]);
  expect(await send(async () => ({ ok: true, value: null }))).toEqual([200, null]);
});

/** The status and `Retry-After` header of a form whose action returns this result. */
async function send(command: () => Promise<Parameters<typeof say>[1]>): Promise<[number, string | null]> {
  const action = async ({ context }: { context: RouterContextProvider }) => say(context, await orSay(context, "networkNotOk", command));
  const form = { id: "form", parentId: "root", path: "form", module: { default: () => null, action } };
  const frame = { id: "root", path: "", module: { default: () => null, middleware: [showWait] } };
  const renderPage = (_request: Request, status: number, headers: Headers) => new Response("page", { status, headers });
  const build = {
    entry: { module: { default: renderPage } },
    routes: { root: frame, form },
    assets: { routes: {}, entry: { imports: [], module: "" }, url: "", version: "" },
    basename: "/",
    publicPath: "/",
    assetsBuildDirectory: "",
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
  } as unknown as ServerBuild;
  const request = new Request("http://shop/form", { method: "POST", headers: { origin: "http://shop", host: "shop" } });
  const context = new RouterContextProvider();
  context.set(requestContext, aRequest({}));
  const answer = await createRequestHandler(build, "production")(request, context);
  return [answer.status, answer.headers.get("retry-after")];
}
