import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "#platform/project-folder.ts";

const SUBJECT_LENGTH = 72;
/** Commits since this time keep the rule; the ones before it are history. */
const SINCE = "2026-11-28T05:00:00Z";

/** First words that do not tell the project what to do. */
const NO_IMPERATIVES =
  /^(the|an?|this|that|these|those|it|its|we|you|they|he|she|i|what|who|why|how|where|when|which|no|not|only|each|every|all|both|some|any|one|two|three|more|also|now|then|so|and|or|but|if|in|on|at|of|to|for|by|with|without|from|after|before|wip|fixup!|squash!|feat|fix|chore|docs|refactor):?$/iu;
/** Forms of verbs that are no imperatives: "Adds", "Added", "Adding". */
const OTHER_FORMS = /(ing|[^e]ed|[^aius]s)$/iu;
const IMPERATIVES_ALL_THE_SAME =
  /^(bring|ping|ring|sing|string|shed|embed|wed|process|address|press|pass|miss|guess|express|access|discuss|compress|bypass|stress|cross|dismiss|toss)$/iu;

test("a subject is one imperative sentence of at most 72 characters", () => {
  for (const good of [
    "Release IDs when an order is cancelled",
    "Let an owner say no. And yes",
    "Process refunds at once",
    "Bring Chromium",
  ])
    expect(faultOf(good), good).toBeUndefined();
  for (const bad of [
    "The order is cancelled",
    "Adds a test",
    "Added a test",
    "Adding a test",
    "fix: typo",
    "release IDs",
    "Release IDs.",
    "Release IDs ",
    "Release",
    `Release ${"IDs ".repeat(20)}at last`,
  ])
    expect(faultOf(bad), bad).toBeDefined();
});

const log = spawnSync("git", ["log", "--no-merges", `--since=${SINCE}`, "--format=%h %s"], {
  cwd: projectFolder(),
  // The history of a folder further up, in which somebody unpacked the project, is not ours.
  env: { ...process.env, GIT_CEILING_DIRECTORIES: dirname(projectFolder()) },
  encoding: "utf8",
});

test.skipIf(log.status !== 0)("each commit's subject keeps that rule (skipped where the project's history is not there)", () => {
  const subjects = log.stdout.split("\n").filter(Boolean);

  expect(subjects.filter((line) => faultOf(line.slice(line.indexOf(" ") + 1)))).toEqual([]);
});

/** What is wrong with a commit's subject, or nothing. */
function faultOf(subject: string): string | undefined {
  const first = subject.split(/[\s,]/u, 1)[0] ?? "";
  if (subject.length > SUBJECT_LENGTH) return "longer than 72 characters";
  if (subject !== subject.trim() || /[.!]$/u.test(subject)) return "ends with a full stop or a space";
  if (!subject.includes(" ")) return "one word is no sentence";
  if (!/^\p{Lu}/u.test(subject)) return "begins with a small letter";
  if (NO_IMPERATIVES.test(first)) return "begins with no verb";
  if (OTHER_FORMS.test(first) && !IMPERATIVES_ALL_THE_SAME.test(first)) return "begins with another form of a verb";
  return undefined;
}
