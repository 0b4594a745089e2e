import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "vite";
import { expect, test } from "vitest";
import { asModule, productionOf } from "./react-as-modules.ts";

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
