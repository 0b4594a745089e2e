import { type ComponentType, type ContextType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import {
  createStaticHandler,
  createStaticRouter,
  UNSAFE_FrameworkContext as FrameworkContext,
  Outlet,
  Scripts,
  StaticRouterProvider,
} from "react-router";
import { expect, test } from "vitest";
import { LateScripts } from "./page-scripts.tsx";

type Framework = NonNullable<ContextType<typeof FrameworkContext>>;

const route = (id: string, more: object) => ({
  id,
  hasAction: false,
  hasLoader: false,
  hasClientAction: false,
  hasClientLoader: false,
  hasClientMiddleware: false,
  hasErrorBoundary: false,
  module: `/assets/${id}.js`,
  imports: [`/assets/of-${id}.js`],
  css: [],
  ...more,
});

const manifest = {
  url: "/assets/manifest.js",
  version: "1",
  entry: { module: "/assets/entry.js", imports: ["/assets/react.js"] },
  routes: {
    root: route("root", { path: "" }),
    home: route("home", { parentId: "root", index: true }),
    order: route("order", { parentId: "root", path: "order/:code", clientActionModule: "/assets/order-action.js", hasClientAction: true }),
    other: route("other", { parentId: "root", path: "other" }),
  },
} as unknown as Framework["manifest"];

/** What the server renders for an order's page with these scripts. */
async function written(Scripts: ComponentType): Promise<string> {
  const routes = [
    {
      id: "root",
      path: "",
      Component: () => createElement("body", null, createElement(Outlet), createElement(Scripts)),
      children: [
        { id: "home", index: true, Component: () => null },
        { id: "order", path: "order/:code", Component: () => null },
        { id: "other", path: "other", Component: () => null },
      ],
    },
  ];
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request("https://shop.example/order/REQ-1"));
  if (context instanceof Response) throw new Error("answered");
  const framework = {
    manifest,
    routeModules: {},
    serverHandoffString: '{"basename":"/","ssr":true}',
    future: {},
    ssr: true,
    isSpaMode: false,
    routeDiscovery: { mode: "lazy", manifestPath: "/__manifest" },
    renderMeta: {},
  } as unknown as Framework;
  const page = createElement(StaticRouterProvider, { router: createStaticRouter(handler.dataRoutes, context), context, hydrate: false });
  return renderToStaticMarkup(createElement(FrameworkContext.Provider, { value: framework }, page));
}

/** The JSON that follows these words in a script. */
function jsonBehind(words: RegExp, html: string): unknown {
  return JSON.parse(words.exec(html)?.[1] ?? "null");
}

test("React Router writes the scripts of a page as this folder knows it", async () => {
  const html = (await written(Scripts)).replace(/\s+/g, " ").replace(/(Manifest = )\{.*\}(?=; window)/, "$1{}");
  expect(html.split(/(?=<[ls])|(?<=;) /)).toMatchInlineSnapshot(`
    [
      "<link rel="modulepreload" href="/assets/entry.js"/>",
      "<link rel="modulepreload" href="/assets/react.js"/>",
      "<link rel="modulepreload" href="/assets/root.js"/>",
      "<link rel="modulepreload" href="/assets/of-root.js"/>",
      "<link rel="modulepreload" href="/assets/order.js"/>",
      "<link rel="modulepreload" href="/assets/order-action.js"/>",
      "<link rel="modulepreload" href="/assets/of-order.js"/><body>",
      "<script>window.__reactRouterContext = {"basename":"/","ssr":true};window.__reactRouterContext.stream = new ReadableStream({start(controller){window.__reactRouterContext.streamController = controller;}}).pipeThrough(new TextEncoderStream());</script>",
      "<script type="module" async="">;",
      "import * as route0 from "/assets/root.js";",
      "import * as route1_clientAction from "/assets/order-action.js";",
      "import * as route1_main from "/assets/order.js";",
      "const route1 = {...route1_clientAction,...route1_main};",
      "window.__reactRouterManifest = {};",
      "window.__reactRouterRouteModules = {"root":route0,"order":route1};",
      "import("/assets/entry.js");</script></body>",
    ]
  `);
});

test("the late script carries all that the router's own carries: what was loaded, the routes, and every module", async () => {
  const [own, late] = [await written(Scripts), await written(LateScripts)];
  const context = /window\.__reactRouterContext ?= ?(\{.*?\});/;
  expect(jsonBehind(context, late)).toEqual(jsonBehind(context, own));
  expect(jsonBehind(/window\.__reactRouterManifest=(\{.*?\});\(function/s, late)).toEqual(
    jsonBehind(/window\.__reactRouterManifest = (\{.*?\n\});/s, own),
  );
  const modules = new Set(own.match(/\/assets\/[\w-]+\.js/g));
  expect([...modules].filter((url) => !late.includes(url))).toEqual([]);
  expect(late).toContain("__reactRouterContext.streamController=");
  expect(late).toContain("__reactRouterRouteModules");
});
