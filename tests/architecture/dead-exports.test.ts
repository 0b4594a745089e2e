import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

/** The exports that React Router finds by name. */
const calledByRouter = new Set([
  "loader",
  "action",
  "meta",
  "links",
  "headers",
  "handle",
  "middleware",
  "shouldRevalidate",
  "ErrorBoundary",
  "Layout",
  "clientLoader",
  "clientAction",
  "clientMiddleware",
  "HydrateFallback",
  "handleError",
  "streamTimeout",
]);

const isTest = (file: string) => /\.test\.tsx?$|^(tests|bench)\//.test(file);

/** Every tracked TypeScript file, without its comments. */
function sources(): Map<string, string> {
  const { stdout } = spawnSync("git", ["ls-files", "*.ts", "*.tsx", "*.mjs"], { encoding: "utf8" });
  const files = stdout.split("\n").filter(Boolean);
  return new Map(files.map((file) => [file, readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")]));
}

/** The path of an imported file. A package gets a path that no file has. */
function fileOf(from: string, specifier: string): string {
  return specifier.startsWith("#") ? specifier.slice(1) : normalize(join(dirname(from), specifier));
}

/**
 * The names that a file imports from each module. Importing a whole module counts as every name in
 * the text.
 */
function takenBy(file: string, text: string): [from: string, names: (name: string) => boolean][] {
  const named = [...text.matchAll(/\b(?:im|ex)port\s+(?:type\s+)?(?:\w+,\s*)?\{([^}]*)\}\s*from\s*"([^"]+)"/g)].map(
    ([, list = "", from = ""]): [string, (name: string) => boolean] => {
      const names = new Set(
        list.split(",").map(
          (part) =>
            part
              .replace(/\btype\s+/, "")
              .trim()
              .split(/\s/)[0],
        ),
      );
      return [fileOf(file, from), (name) => names.has(name)];
    },
  );
  const whole = [...text.matchAll(/\bimport\("([^"]+)"\)|\bimport\s+\*\s+as\s+\w+\s+from\s*"([^"]+)"/g)].map(
    ([, later, now]): [string, (name: string) => boolean] => [fileOf(file, later ?? now ?? ""), (name) => saysOften(text, name, 1)],
  );
  return [...named, ...whole];
}

function saysOften(text: string, name: string, times: number): boolean {
  return (text.match(new RegExp(`\\b${name}\\b`, "g"))?.length ?? 0) >= times;
}

/** Exports that nothing imports, or that only tests import and their own file does not use. */
function deadExports(files: Map<string, string>): string[] {
  const takers = new Map<string, { by: string; names: (name: string) => boolean }[]>();
  for (const [by, text] of files)
    for (const [from, names] of takenBy(by, text)) takers.set(from, [...(takers.get(from) ?? []), { by, names }]);
  const checked = [...files].filter(([file]) => !isTest(file));
  return checked.flatMap(([file, text]) => {
    const names = [...text.matchAll(/^export (?:async )?(?:const|let|function\*?|class|type|interface) (\w+)/gm)].map(
      ([, name = ""]) => name,
    );
    return names
      .filter((name) => !(file.startsWith("web/") && calledByRouter.has(name)))
      .filter((name) => {
        const by = (takers.get(file) ?? []).filter((taker) => taker.names(name)).map((taker) => taker.by);
        const isNeeded = by.some((taker) => !isTest(taker)) || saysOften(text, name, 2);
        return by.length === 0 || !isNeeded;
      })
      .map((name) => `${file} ${name}`);
  });
}

test("an export has somebody who imports it, and what only tests import is used in its own file too", () => {
  const files = sources();
  expect(files.size).toBeGreaterThan(1_000);
  expect(deadExports(files)).toEqual([]);
});

test("an export that only a test imports, or nobody, is found; one that another file needs is not", () => {
  const files = new Map([
    ["shop/a.ts", "export const used = 1;\nexport const forTests = 2;\nexport const dead = 3;\nexport const inside = dead + 4;"],
    ["shop/b.ts", 'import { type used } from "./a.ts";'],
    ["shop/a.test.ts", 'import { forTests, inside } from "#shop/a.ts";\nconst { later } = await import("./c.ts");'],
    ["shop/c.ts", "export const later = 5;\nlater;"],
  ]);
  expect(deadExports(files)).toEqual(["shop/a.ts forTests", "shop/a.ts dead", "shop/a.ts inside"]);
});
