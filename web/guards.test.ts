import { createStaticHandler, type RouteObject, RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { requestContext } from "./context.ts";
import { adminsOnly, signedInOnly } from "./guards.ts";
import table from "./routes.ts";

const keys = { browser: null, accessKey: null };
const guest: Visitor = { kind: "guest", keys };
const customer: Visitor = { kind: "customer", userId: "u", email: "a@example.com", name: "Asha", keys };
const admin: Visitor = { ...customer, kind: "admin", rights: "all" };
const mfaPending = (missing: "code" | "secondFactor"): Visitor => ({
  kind: "guest",
  keys,
  mfaPending: { userId: "u", email: "a@example.com", name: "Asha", missing },
});

const routes: RouteObject[] = [
  {
    path: "admin",
    middleware: [adminsOnly],
    children: [
      { path: "orders", loader: () => "secret", action: () => "done" },
      { path: "second-factor", loader: () => "own", action: () => "done" },
    ],
  },
  { path: "account", middleware: [signedInOnly], loader: () => "own" },
];

async function visit(visitor: Visitor, path: string, method = "GET"): Promise<[number, string | null]> {
  const context = new RouterContextProvider();
  context.set(requestContext, aRequest({ visitor }));
  const answer: unknown = await createStaticHandler(routes).query(new Request(`http://localhost${path}`, { method }), {
    requestContext: context,
    generateMiddlewareResponse: async (query) => {
      const result = await query(new Request(`http://localhost${path}`, { method }));
      return result instanceof Response ? result : Response.json(result.loaderData);
    },
  });
  if (!(answer instanceof Response)) throw new Error("no response");
  return [answer.status, answer.headers.get("location")];
}

test("[S6.3] only an admin comes in under /admin; others are sent to log in, and back afterwards", async () => {
  expect(await visit(admin, "/admin/orders")).toEqual([200, null]);
  for (const visitor of [guest, customer]) {
    expect(await visit(visitor, "/admin/orders?after=1")).toEqual([302, "/admin/login?to=%2Fadmin%2Forders%3Fafter%3D1"]);
  }
});

test("[S6.3] [S4.10] a form that was sent when the session had gone is refused, and led nowhere", () => {
  const context = new RouterContextProvider();
  context.set(requestContext, aRequest({ visitor: guest }));
  const url = new URL("http://localhost/admin/orders");
  for (const guard of [adminsOnly, signedInOnly]) {
    const send = () => guard({ request: new Request(url, { method: "POST" }), url, context, params: {}, pattern: "/admin/orders" });
    expect(thrownBy(send)).toMatchObject({ data: { ok: false, code: "logInAgain" }, init: { status: 401 } });
  }
});

function thrownBy(act: () => void): unknown {
  try {
    act();
  } catch (thrown) {
    return thrown;
  }
}

test("[S2.19] a page of one's own sends a guest to log in, and back afterwards", async () => {
  expect(await visit(guest, "/account?tab=details")).toEqual([302, "/login?to=%2Faccount%3Ftab%3Ddetails"]);
  expect(await visit(customer, "/account")).toEqual([200, null]);
});

test("[S6.3] every page and mutation of the admin stands behind that guard, except the login", async () => {
  const under = (file: string) => table.find((entry) => entry.file === file)?.children ?? [];
  const others = table.filter(({ file }) => file !== "admin/frame/area.tsx").map(({ path, file }) => path ?? file);
  expect(others.filter((path) => /^admin/.test(path))).toEqual(["admin/login"]);
  expect(under("admin/frame/area.tsx").length).toBeGreaterThan(30);
  for (const { path } of under("admin/frame/area.tsx")) expect(path).toMatch(/^admin(\/|$)/);

  const [area, account] = await Promise.all([import("./admin/frame/area.tsx"), import("./account/account.tsx")]);
  expect(area.middleware).toContain(adminsOnly);
  expect(account.middleware).toContain(signedInOnly);
});

test("[S6.3] who has still to show the second factor is asked for the code before any page under /admin and /account, and comes back", async () => {
  for (const path of ["/admin/orders", "/admin/second-factor", "/account"])
    expect(await visit(mfaPending("code"), path)).toEqual([302, `/login/code?${new URLSearchParams({ to: path })}`]);
});

test("[S6.3] who has first to set up the second factor is led there, and finds nothing else", async () => {
  for (const path of ["/admin/orders", "/account"])
    expect(await visit(mfaPending("secondFactor"), path)).toEqual([302, "/admin/second-factor"]);
  expect(await visit(mfaPending("secondFactor"), "/admin/second-factor")).toEqual([200, null]);
});
