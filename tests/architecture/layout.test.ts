import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { expect, test } from "vitest";

const FILES_OF_FOLDER_MAX = 25;
const GLOSSARY_ROWS_MAX = 40;
const GENERATED = /^platform\/database\/(migrations|functions)\//;

/** Words that the field has standard terms for. */
const FORMER =
  /^(letters?|listeners?|notices?|heard|moving|aside|tries|patience|kept|keep|noted|told|tell|seal|sealed|asker|halfway|resting|lapsed?|likeness(es)?|oddit(y|ies)|unreached|deed)$/;
/**
 * A listener of the database's notifications, and a notice on a page, are the field's own terms.
 */
const FORMER_BUT_RIGHT = /^platform\/live\/listener|-notice\.tsx$|^tests\/support\/earlier\//;

const { stdout } = spawnSync("git", ["ls-files", "*.ts", "*.tsx", "*.mjs"], { encoding: "utf8" });
const files = stdout.split("\n").filter(Boolean);
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file);

test("a folder has at most 25 source files", () => {
  const sources = files.filter((file) => !isTest(file) && !GENERATED.test(file));
  const folders = [...Map.groupBy(sources, dirname)].filter(([, inside]) => inside.length > FILES_OF_FOLDER_MAX);
  expect(folders.map(([folder, inside]) => `${folder}: ${inside.length}`)).toEqual([]);
});

test("a test is beside the file that it tests and has its name", () => {
  const stems = new Set(files.filter((file) => !isTest(file)).map((file) => file.replace(/(\.server)?\.tsx?$/, "")));
  const tests = files.filter((file) => /^(shop|migration|platform|web|api|server)\//.test(file) && isTest(file));
  expect(tests.filter((file) => !stems.has(file.replace(/(\.server)?\.test\.tsx?$/, "")))).toEqual([]);
});

test("a file name uses the field's standard terms", () => {
  const named = files.filter(
    (file) =>
      !FORMER_BUT_RIGHT.test(file) &&
      basename(file)
        .split(/[-.]/)
        .some((word) => FORMER.test(word)),
  );
  expect(named).toEqual([]);
});

test("the glossary has at most 40 rows", () => {
  const rows = readFileSync("docs/glossary.md", "utf8").match(/^\| (?!term|---)/gm) ?? [];
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.length).toBeLessThanOrEqual(GLOSSARY_ROWS_MAX);
});
