import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
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

/** The rows of a document's tables whose last column names tests. */
function promisesOf(text: string): string[] {
  const tables = text.split(/\n(?!\|)/).filter((table) => /^\|.* tests? *\|$/m.test(table));
  return tables.flatMap((table) => table.split("\n").filter((line) => line.startsWith("|") && !/ tests? *\|$|^\|[-|]+$/.test(line)));
}

/** The tests of a promise: the last cell of its row. */
const testsOf = (row: string) =>
  inCode(
    row
      .replace(/\s*\|\s*$/, "")
      .split(" | ")
      .at(-1) ?? "",
  );

test("every promise of the documents on security and operation names a test that is there", () => {
  for (const file of ["docs/security.md", "docs/operations.md"]) {
    const promises = promisesOf(readFileSync(file, "utf8"));
    expect(promises.length).toBeGreaterThan(30);
    expect(promises.filter((row) => !testsOf(row).some(isThere))).toEqual([]);
  }
});

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 begins with. */
const asvs: Readonly<Record<string, number>> = {
  "1.1": 2,
  "1.2": 9,
  "1.3": 11,
  "1.4": 3,
  "1.5": 2,
  "2.1": 3,
  "2.2": 3,
  "2.3": 4,
  "2.4": 1,
  "3.2": 2,
  "3.3": 4,
  "3.4": 6,
  "3.5": 5,
  "3.7": 2,
  "4.1": 3,
  "4.2": 1,
  "4.3": 2,
  "4.4": 4,
  "5.1": 1,
  "5.2": 3,
  "5.3": 2,
  "5.4": 3,
  "6.1": 3,
  "6.2": 12,
  "6.3": 4,
  "6.4": 4,
  "6.5": 5,
  "6.6": 3,
  "6.8": 4,
  "7.1": 3,
  "7.2": 4,
  "7.3": 2,
  "7.4": 5,
  "7.5": 2,
  "7.6": 2,
  "8.1": 2,
  "8.2": 3,
  "8.3": 1,
  "8.4": 1,
  "9.1": 3,
  "9.2": 4,
  "10.1": 2,
  "10.2": 2,
  "10.3": 4,
  "10.4": 11,
  "10.5": 5,
  "10.6": 2,
  "10.7": 3,
  "11.1": 2,
  "11.2": 3,
  "11.3": 3,
  "11.4": 4,
  "11.5": 1,
  "11.6": 1,
  "12.1": 3,
  "12.2": 2,
  "12.3": 4,
  "13.1": 1,
  "13.2": 5,
  "13.3": 2,
  "13.4": 5,
  "14.1": 2,
  "14.2": 4,
  "14.3": 3,
  "15.1": 3,
  "15.2": 3,
  "15.3": 7,
  "16.1": 1,
  "16.2": 5,
  "16.3": 4,
  "16.4": 3,
  "16.5": 3,
  "17.1": 1,
  "17.2": 4,
  "17.3": 2,
};
const ofSection = (section: string) => Array.from({ length: asvs[section] ?? 0 }, (_, at) => `${section}.${at + 1}`);

test("the tables of ASVS have each requirement of level 2 once, met with a test that is there, not met or not applicable", () => {
  const [, chapter = ""] = /\n## OWASP ASVS [^\n]*\n(.*?)\n## /s.exec(readFileSync("docs/security.md", "utf8")) ?? [];
  const rows = chapter.split("\n").filter((line) => /^\| \d/.test(line));
  const cells = rows.map((row) => row.split(" | "));
  const numbers = cells.flatMap(([first = ""]) => first.match(/\b\d+\.\d+(\.\d+)?\b/g) ?? []);
  const named = numbers.flatMap((number) => (/\..*\./.test(number) ? [number] : ofSection(number)));
  expect([...named].sort()).toEqual(Object.keys(asvs).flatMap(ofSection).sort());

  expect(cells.filter(([, state = ""]) => !["met", "not met", "–"].includes(state))).toEqual([]);
  const isTest = (code: string) => isThere(code) && /^tests\/|\.(test|spec)\.|^npm run /.test(code);
  const isChecked = (where: string) => inCode(where).some(isTest) || /by reading/.test(where);
  expect(cells.filter(([, state, ...where]) => state === "met" && !isChecked(where.join(" | ")))).toEqual([]);
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

/** The address of a heading in its document. */
const anchorOf = (heading: string) =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, "")
    .replaceAll(" ", "-");

test("every link of a document leads to a file or a heading that is there", () => {
  const documents = globSync("{docs/**/*,README,CONTRIBUTING,CHANGELOG}.md");
  const headings = (file: string) => [...readFileSync(file, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => anchorOf(heading));
  const links = documents.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => ({ file, link })),
  );
  const inside = links.filter(({ link }) => !link.includes(":"));
  expect(inside.length).toBeGreaterThan(100);
  const broken = inside.filter(({ file, link }) => {
    const [path = "", anchor] = link.split("#");
    const target = path === "" ? file : join(dirname(file), path);
    return !existsSync(target) || (anchor !== undefined && !headings(target).includes(anchor));
  });
  expect(broken).toEqual([]);
});

test("the list of decisions has each one once, with its number and title", () => {
  const decisions = globSync("docs/decisions/0*.md").map((file) => {
    const [, number = "", title = ""] = /^# (\d+)\. (.*)/.exec(readFileSync(file, "utf8")) ?? [];
    return `- [${number}](${basename(file)}) ${title}`;
  });
  const rows: string[] = readFileSync("docs/decisions/README.md", "utf8").match(/^- \[\d+\].*$/gm) ?? [];
  expect(decisions.filter((row) => !rows.includes(row))).toEqual([]);
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
