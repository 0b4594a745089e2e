import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { benches } from "../../bench/write-benchmarks.mjs";

const { stdout } = spawnSync("git", ["ls-files"], { encoding: "utf8" });
const files = stdout.split("\n").filter(Boolean);
const known = new Set([...files, ...files.map((file) => basename(file))]);
const tests = files.filter((file) => /\.(test|spec)\.tsx?$/.test(file));

const inCode = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
const isTestFile = (code: string) => /\.(test|spec)\.tsx?$/.test(code);
/** Whether a text in code is a file, a folder or a command that there is. */
const isThere = (code: string) =>
  known.has(code) ||
  /^(npm run|torture --) /.test(code) ||
  (code.includes("*") && globSync(code).length > 0) ||
  files.some((file) => file.startsWith(`${code.replace(/\/$/, "")}/`));

/** The rows of the tables of a document that say how each promise is checked. */
function promisesOf(text: string): string[] {
  const tables = text.split(/\n(?!\|)/).filter((table) => /^\|.*how to check *\|/m.test(table));
  return tables.flatMap((table) => table.split("\n").filter((line) => line.startsWith("|") && !/how to check|^\|[-|]+$/.test(line)));
}

/** How a promise is checked: the last cell of its row. */
const checkOf = (row: string) =>
  row
    .replace(/\s*\|\s*$/, "")
    .split(" | ")
    .at(-1) ?? "";

test("every promise of the documents on security and operation says by which test it is kept, and that test is there", () => {
  const promises = ["docs/security.md", "docs/operations.md"].flatMap((file) => promisesOf(readFileSync(file, "utf8")));
  expect(promises.length).toBeGreaterThan(200);
  const unchecked = promises.filter((row) => !/\bsame\b/.test(checkOf(row)) && !inCode(checkOf(row)).some(isThere));
  expect(unchecked).toEqual([]);
});

test("the document of benchmarks has a chapter for each benchmark, in their order, and no other", () => {
  const chapters = readFileSync("docs/benchmarks.md", "utf8").match(/^## .*$/gm) ?? [];
  expect(chapters.map((chapter) => chapter.slice(3))).toEqual(benches);
});

test("every test that a document names is there", () => {
  const named = globSync("{docs/**/*,README,CONTRIBUTING}.md").flatMap((file) => inCode(readFileSync(file, "utf8")).filter(isTestFile));
  expect(named.length).toBeGreaterThan(200);
  expect([...new Set(named)].filter((code) => !isThere(code))).toEqual([]);
});

test("the list of decisions has each one once, with its number, title and successor", () => {
  const decisions = globSync("docs/decisions/0*.md").map((file) => {
    const text = readFileSync(file, "utf8");
    const [, number = "", title = ""] = /^# (\d+)\. (.*)/.exec(text) ?? [];
    return `| [${number}](${basename(file)}) | ${title} | ${/^Superseded by /m.test(text) ? "superseded by [" : "holds"}`;
  });
  const rows = readFileSync("docs/decisions/README.md", "utf8").match(/^\| \[\d+\].*$/gm) ?? [];
  expect(decisions.filter((row) => !rows.some((listed) => listed.startsWith(row)))).toEqual([]);
  expect(rows.length).toBe(decisions.length);
});

test("every requirement is named by a test, and no test names one that there is not", () => {
  const rows = [...readFileSync("docs/requirements.md", "utf8").matchAll(/^- (S\d+\.\d+) /gm)].map(([, row = ""]) => row);
  expect(rows.length).toBeGreaterThan(100);
  const titles = tests.flatMap((file) => readFileSync(file, "utf8").match(/\[S\d+\.\d+\]/g) ?? []);
  const named = new Set(titles.map((title) => title.slice(1, -1)));
  expect(rows.filter((row) => !named.has(row))).toEqual([]);
  expect([...named].filter((row) => !rows.includes(row))).toEqual([]);
});
