import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const FILES_MAX = 25;
const LINES_MAX = 1_500;
const CALLS_MAX = 12;

const [, way = ""] = readFileSync("docs/architecture.md", "utf8").split("## The way of an order");
const [section = ""] = way.split("\n## ");
const files = [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, file = ""]) => file);
const calls = [...section.matchAll(/^\d+\. `(\w+)` in `([^`]+)`(?:, called as `(\w+)`)?$/gm)].map(
  ([, name = "", file = "", alias = name]) => ({
    name,
    file,
    alias,
  }),
);

test("an order passes at most 25 files and 1,500 lines of code from the browser to SQL and back", () => {
  expect(files.length).toBeGreaterThan(15);
  expect(files.length).toBeLessThanOrEqual(FILES_MAX);
  const lines = files.map((file) => linesOfCode(readFileSync(file, "utf8")));
  expect(lines.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(LINES_MAX);
});

test("every file in the folder of placing is on the list", () => {
  const folder = "shop/orders/placing";
  const sources = readdirSync(folder).filter((name) => !name.includes(".test."));
  expect(files).toEqual(expect.arrayContaining(sources.map((name) => `${folder}/${name}`)));
});

test("the first SQL statement is at most 12 calls deep, and each call is made where the list says", () => {
  expect(calls.length).toBeGreaterThan(5);
  expect(calls.length + 1).toBeLessThanOrEqual(CALLS_MAX);
  for (const [n, { name, file, alias }] of calls.entries()) {
    expect(files).toContain(file);
    expect(readFileSync(file, "utf8")).toMatch(new RegExp(`function ${name}\\b`));
    const caller = calls[n - 1];
    // A function passed to another one, such as to a queue of connections, counts as called by it.
    if (caller) expect(readFileSync(caller.file, "utf8"), `${caller.name} calls ${alias}`).toMatch(new RegExp(`\\b${alias}[(,]`));
  }
  expect(readFileSync(calls.at(-1)?.file ?? "", "utf8")).toContain("client.query");
});

/** The lines of a file without comments and blank lines. */
function linesOfCode(text: string): number {
  const withoutComments = text.replaceAll(/\/\*.*?\*\//gs, "").split("\n");
  return withoutComments.filter((line) => line.trim() !== "" && !line.trim().startsWith("//")).length;
}
