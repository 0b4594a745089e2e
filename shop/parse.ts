import type { z } from "zod";
import { type MessageKey, messages } from "./messages.ts";
import { about, granted, type Refusal, type Result, refused } from "./refusal.ts";

/**
 * Reads what came from outside by a schema, at whichever door. A schema's `error` strings are keys of the message catalogue; without one, a
 * missing field reads `fieldRequired`, a long text `fieldTooLong`, anything else `invalidInput`. The refusal names the first field at fault.
 */
export function parsed<T>(schema: z.ZodType<T>, input: unknown): Result<T> {
  const reading = schema.safeParse(input);
  if (reading.success) return granted(reading.data);

  const [issue] = reading.error.issues;
  if (!issue) return refused("invalidInput");
  const refusal = refusalOf(issue);
  const field = issue.path[0];
  return field === undefined ? refusal : about(refusal, String(field));
}

function refusalOf(issue: z.core.$ZodIssue): Refusal {
  if (isPlainKey(issue.message)) return refused(issue.message);
  if (issue.code === "too_big" && issue.origin === "string") return refused("fieldTooLong", Number(issue.maximum));
  if (issue.code === "invalid_type" && issue.input === undefined) return refused("fieldRequired");
  if (issue.code === "too_small" && issue.origin === "string") return refused("fieldRequired");
  return refused("invalidInput");
}

type PlainKey = { [K in MessageKey]: (typeof messages)[K] extends string ? K : never }[MessageKey];

function isPlainKey(text: string): text is PlainKey {
  return Object.hasOwn(messages, text) && typeof messages[text as MessageKey] === "string";
}
