import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const folders = ["shop", "migration", "platform", "web", "api", "server"];
const WRITER = "shop/csv-line.ts";

/**
 * Whether code looks like a CSV writer: it doubles quotes, joins cells into lines, or handles the
 * characters that spreadsheets take for a formula.
 */
function writesCsv(text: string): boolean {
  const doublesQuotes = /replace(All)?\((["'`/])"\2g?, ?(["'`])""\3/.test(text);
  const joins = /\.join\((["'`])(,|;|\\t)\1\)/.test(text);
  const endsLines = /\\r\\n[`"']/.test(text);
  return (doublesQuotes && (joins || endsLines)) || (joins && endsLines) || /\^('\(\?=)?\[=\+\\?-@/.test(text);
}

async function sources(): Promise<string[]> {
  const found = await Promise.all(
    folders.map(async (folder) => (await readdir(folder, { recursive: true })).map((name) => join(folder, name))),
  );
  return found.flat().filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
}

test("[S6.5] one file writes CSV, so that every file for a spreadsheet has the same protection against formulas", async () => {
  const files = await sources();
  expect(files.length).toBeGreaterThan(500);
  const writers: string[] = [];
  for (const file of files) {
    if (writesCsv(await readFile(file, "utf8"))) writers.push(file);
  }
  expect(writers).toEqual([WRITER]);
});

test.for([
  ["quotes its cells", `const cell = (text) => \`"\${text.replaceAll('"', '""')}"\`;\nconst line = cells.map(cell).join(",");`],
  ["joins its cells", "yield cells.join(';') + '\\r\\n';"],
  ["guards against formulas", "const FORMULA = /^[=+\\-@]/;"],
  ["removes the guard", "const GUARD = /^'(?=[=+\\-@])/;"],
])("a writer that %s is found", ([, text = ""]) => {
  expect(writesCsv(text)).toBe(true);
});
