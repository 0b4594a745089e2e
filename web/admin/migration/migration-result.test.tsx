import { expect, test } from "vitest";
import { wordsOf, written } from "#tests/support/web/render.tsx";
import { MigrationResultView, type ShownRun } from "./migration-result.tsx";

const failed = (problem: ShownRun["problem"]) => ({ state: "failed", isPreview: false, problem }) as ShownRun;
const inHindi = (problem: ShownRun["problem"]) =>
  written(<MigrationResultView run={failed(problem)} page={{ rows: [], next: null }} after={0} currency="₹" />, { language: "hi" });

test("[S11.1] the problem of an import is marked as English where an earlier version stored it so", () => {
  expect(inHindi({ text: "It was stopped.", lang: "en" })).toContain('<span lang="en">It was stopped.</span>');
  expect(inHindi({ text: "इंपोर्ट नहीं हो सका।" })).toContain("<span>इंपोर्ट नहीं हो सका।</span>");
  expect(wordsOf(inHindi(null))).toContain("यह नहीं हो सका।");
});
