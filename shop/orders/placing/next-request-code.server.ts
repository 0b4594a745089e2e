import type { Services } from "#platform/provides.ts";
import { requestCodeAt } from "./request-code.ts";

let lastMs = 0;

/** The code of the current millisecond, or of the next one that this process has not given yet. [S3.7] */
export function nextRequestCode(now: Date): string {
  lastMs = Math.max(lastMs + 1, now.getTime());
  return requestCodeAt(lastMs);
}

/** A year of milliseconds lies within so many doublings. */
const DOUBLINGS = 35;

/**
 * Lets this process count on behind codes that another process took: from the last one given by 1, 2, 4, … to the first that is free. Where many orders a
 * millisecond were placed, codes are taken far ahead of the clock. [S3.7]
 */
export async function passTakenCodes({ db }: Pick<Services, "db">): Promise<void> {
  const from = lastMs;
  const codes = Array.from({ length: DOUBLINGS }, (_, n) => requestCodeAt(from + 2 ** n));
  const { rows } = await db.$client.query<{ code: string }>(
    "select request_code as code from orders where request_code = any($1::text[])",
    [codes],
  );
  const taken = new Set(rows.map(({ code }) => code));
  const free = codes.findIndex((code) => !taken.has(code));
  if (free >= 0) lastMs = Math.max(lastMs, from + 2 ** free - 1);
}
