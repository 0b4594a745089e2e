import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "vite";
import { expect, test } from "vitest";
import { asModule, productionOf, whyNotModules } from "./react-as-modules.ts";

const made = (code: string) => asModule(code, parseAst(code));
const files = { react: ["index", "jsx-runtime"], "react-dom": ["index", "client"], scheduler: ["index"] };

test("what is given out once can be left out, and what is given out by chance stays as it is", () => {
  expect(made("exports.a = 1; exports.b = void 0; exports.b = 2; f(exports.b);")).toBe(
    ["let $b;", "const $a = 1; $b = void 0; $b = 2; f($b);", "export { $a as a, $b as b };"].join("\n"),
  );
});

test("what a file needs is imported by the name that it has there", () => {
  expect(made('var React = require("react"), own = React.x; exports.a = own;')).toBe(
    ['import * as React from "react";', "var $React, own = React.x; const $a = own;", "export { $a as a };"].join("\n"),
  );
});

test.each([
  ...[
    "",
    "module.exports = { a: 1 };",
    "exports.a = 1; module.exports = f;",
    'exports["a"] = 1;',
    "exports[a] = 1;",
    "exports.a = 1; f(exports);",
  ],
  ...['exports.a = 1; Object.defineProperty(exports, "b", {});', 'exports.a = require("x");', 'var { b } = require("x"); exports.a = b;'],
  ...['exports.a = 1; require("x");', "var x = require(name); exports.a = x;"],
])("what is written in another way ends the build: %s", (code) => {
  expect(() => made(code)).toThrow("in another way than before");
});

test("a build that reads other files of React than before ends, and says which", () => {
  const file = (name: string) => `/shop/node_modules/${name}`;
  const now = ["react/index.js", "react/cjs/react.production.js", "react-dom/client.js", "react-dom/cjs/react-dom-client.production.js"]
    .concat("scheduler/index.js", "scheduler/cjs/scheduler.production.js", "react-router/dist/index.js")
    .map(file);
  expect(whyNotModules(now)).toBeNull();
  expect(whyNotModules([...now, file("react/esm/react.js")])).toBe(
    "/shop/node_modules/react/esm/react.js is a file of React that no module is made of.",
  );
  expect(whyNotModules(now.filter((id) => !id.includes("scheduler")))).toBe("No source of scheduler was made a module of.");
  expect(whyNotModules([])).toContain("react");
});

test.for(Object.entries(files).flatMap(([name, entries]) => entries.map((entry) => [name, entry] as const)))(
  "%s has a file %s, and what it names gives out in production what the package gives out",
  async ([name, entry]) => {
    const folder = join("node_modules", name);
    const [, source = ""] = /export \* from "(.*?)"/.exec(productionOf(readFileSync(join(folder, `${entry}.js`), "utf8"))) ?? [];
    const given = /export \{ (.*) \};$/.exec(made(readFileSync(join(folder, source), "utf8")))?.[1]?.split(", ");
    const names = given?.map((word) => word.replace(/.* as /, "")).filter((word) => !/^unstable_|^__|^react-stack/.test(word));
    const known: object = await import(entry === "index" ? name : `${name}/${entry}`);
    expect(Object.keys(known)).toEqual(expect.arrayContaining(names ?? ["nothing"]));
  },
);
