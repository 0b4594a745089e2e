import { readFileSync } from "node:fs";
import { parseAst } from "vite";
import { expect, test } from "vitest";
import { SCRIPTS_IMPORT, withoutWarnings } from "./terse-router.ts";

test("a check keeps what it checks and loses what it would say", () => {
  const code = 'invariant(a && b, `No way`); warning(c, "Do not" + d); other(d, "Stays");';
  expect(withoutWarnings(code, parseAst(code))).toBe('invariant(a && b, ""); warning(c, ""); other(d, "Stays");');
});

test("the router has those checks, and exports of its instrumentation that nobody else names", () => {
  const file = (path: string) => readFileSync(`node_modules/react-router/dist/production/lib/${path}.js`, "utf8");
  expect(file("router/router")).toMatch(/\binvariant\(/);
  expect(file("dom/ssr/errorBoundaries")).toContain(SCRIPTS_IMPORT);
  expect(/export \{ (.*) \}/.exec(file("router/instrumentation"))?.[1]?.split(", ")).toEqual([
    "consumeInstrumentationClientResultMetaReceiver",
    "getRouteInstrumentationUpdates",
    "instrumentClientSideRouter",
    "instrumentHandler",
    "instrumentationResultMetaContext",
  ]);
});
