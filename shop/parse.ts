import type { z } from "zod";
import { about, ok, type Refusal, type RefusalCode, type Result, refused, type WrongField } from "./refusal.ts";

/**
 * Validates outside input by a schema, for forms and the API alike. A schema's `error` strings are
 * keys of the catalogue without placeholders; without one, a missing field is `fieldRequired`, a
 * text that is too long `fieldTooLong`, anything else `invalidInput`. The refusal names the first
 * faulty field and the others after it, and is always `invalid`. Also refuses text that the
 * database cannot store (`invalidInput`).
 */
export function parsed<T>(schema: z.ZodType<T>, input: unknown): Result<T> {
  const reading = schema.safeParse(input);
  if (!reading.success) return refusalOf(reading.error, input);
  return isStorable(reading.data) ? ok(reading.data) : refused("invalidInput");
}

/** The refusal of an input that does not match its schema. */
export function refusalOf(error: z.ZodError, input: unknown): Refusal {
  const [issue] = error.issues;
  if (!issue) return refused("invalidInput");
  const refusal: Refusal = { ...refusalOfIssue(issue, isMissing(input, issue.path[0])), kind: "invalid" };
  const field = fieldAt(issue.path);
  const alsoWrong = wrongFields(error, input).filter((wrong) => wrong.field !== field);
  const whole = alsoWrong.length === 0 ? refusal : { ...refusal, alsoWrong };
  return field === "" ? whole : about(whole, field);
}

/** What is wrong with each field, in the order of the schema: the first fault of each. */
function wrongFields({ issues }: z.ZodError, input: unknown): WrongField[] {
  const wrong = new Map<string, WrongField>();
  for (const issue of issues) {
    const field = fieldAt(issue.path);
    const { code, words } = refusalOfIssue(issue, isMissing(input, issue.path[0]));
    if (field !== "" && !wrong.has(field)) wrong.set(field, { code, ...(words && { words }), field });
  }
  return [...wrong.values()];
}

/** The field of an issue, such as `name` or `translations.hi.name`; a list is one field. */
function fieldAt(path: readonly PropertyKey[]): string {
  const numbered = path.findIndex((part) => typeof part !== "string");
  return path.slice(0, numbered < 0 ? undefined : numbered).join(".");
}

/** Whether the database can store all text in a value: well-formed Unicode without NUL. */
export function isStorable(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (typeof value !== "object" || value === null) return true;
  return Object.values(value).every(isStorable);
}

function refusalOfIssue(issue: z.core.$ZodIssue, isMissing: boolean): Refusal {
  if (isKey(issue.message)) return refused(issue.message);
  if (issue.code === "too_big" && issue.origin === "string") return refused("fieldTooLong", { n: Number(issue.maximum) });
  if (issue.code === "invalid_type" && isMissing) return refused("fieldRequired");
  if (issue.code === "too_small" && issue.origin === "string") return refused("fieldRequired");
  return refused("invalidInput");
}

function isMissing(input: unknown, field: PropertyKey | undefined): boolean {
  return field !== undefined && typeof input === "object" && input !== null && Reflect.get(input, field) === undefined;
}

/** Whether a schema named the text: a key is one word, and what zod says itself is a sentence. */
function isKey(text: string): text is RefusalCode {
  return /^[a-z]\w*$/.test(text);
}

/** A text as JSON; undefined if it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
