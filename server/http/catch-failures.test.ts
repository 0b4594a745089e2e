import { data, type LoaderFunction, RouterContextProvider, type ServerBuild } from "react-router";
import { expect, test } from "vitest";
import type { Services } from "#platform/provides.ts";
import { english } from "#tests/support/english.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { hasLateParts, requestContext } from "#web/context.ts";
import { catchFailures } from "./catch-failures.ts";

const away = Object.assign(new Error("Failed query"), { cause: Object.assign(new Error("x"), { code: "57P01" }) });

async function load(loader: LoaderFunction, { isPage = true, signal }: { isPage?: boolean; signal?: AbortSignal } = {}) {
  const logged: unknown[][] = [];
  const context = new RouterContextProvider();
  context.set(
    requestContext,
    aRequest({ incident: "ABC23456", services: { log: { error: (...facts: unknown[]) => logged.push(facts) } } as unknown as Services }),
  );
  const module = { loader, ...(isPage && { default: () => null }) };
  const build = { routes: { page: { id: "page", path: "page", module } } } as unknown as ServerBuild;
  const caught = catchFailures(build).routes.page?.module.loader as LoaderFunction;
  const request = new Request("http://localhost/page", { signal });
  const outcome = await Promise.resolve(caught({ request, context, params: {} } as unknown as Parameters<LoaderFunction>[0])).then(
    (value) => ({ value }),
    (thrown) => ({ thrown }),
  );
  return { ...outcome, logged, isLate: context.get(hasLateParts) } as {
    value?: unknown;
    thrown?: unknown;
    logged: unknown[][];
    isLate: boolean;
  };
}

const breaks = (error: unknown) => () => {
  throw error;
};

test("what breaks in a page's loader is thrown on as a sentence with the number it is logged under", async () => {
  const broken = new Error("a secret detail");
  const { thrown, logged } = await load(breaks(broken));
  expect(thrown).toMatchObject({
    data: { code: "somethingBroke", sentence: english("somethingBroke", { incident: "ABC23456" }) },
    init: { status: 500 },
  });
  expect(JSON.stringify(thrown)).not.toContain("secret");
  expect(logged).toEqual([["page failed", broken, { incident: "ABC23456", method: "GET" }]]);
});

test("a database that is away reads as a shop that cannot be reached", async () => {
  expect((await load(breaks(away))).thrown).toMatchObject({ data: { sentence: english("shopUnavailable") }, init: { status: 503 } });
});

test("a route without a page answers as JSON", async () => {
  const { thrown } = await load(breaks(away), { isPage: false });
  const response = thrown as Response;
  expect([response.status, await response.json()]).toEqual([503, { error: english("shopUnavailable"), code: "shopUnavailable" }]);
});

test("what a loader throws on purpose, and what it returns, passes", async () => {
  const missing = data("x", { status: 404 });
  expect((await load(breaks(missing))).thrown).toBe(missing);
  expect((await load(() => ({ n: 1 }))).value).toEqual({ n: 1 });
});

test("a visitor who left is not logged", async () => {
  const { thrown, logged } = await load(breaks(away), { signal: AbortSignal.abort() });
  expect([thrown, logged]).toEqual([away, []]);
});

test("a promise that a loader hands out and nobody waits for may be rejected", async () => {
  const unhandled: unknown[] = [];
  const record = (error: unknown) => unhandled.push(error);
  process.on("unhandledRejection", record);
  await load(() => ({ later: Promise.reject(new Error("later")) }));
  await load(() => data({ later: Promise.reject(new Error("later")) }));
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off("unhandledRejection", record);
  expect(unhandled).toEqual([]);
});

test("a promise among what a loader returns makes a late part", async () => {
  const letters = Promise.resolve("the letters");
  expect((await load(() => ({ letters }))).isLate).toBe(true);
  expect((await load(() => data({ letters }))).isLate).toBe(true);
  expect((await load(() => ({ letters: "the letters" }))).isLate).toBe(false);
});
