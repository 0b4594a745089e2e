import type { Services } from "#platform/provides.ts";
import { requestCodeAt } from "../request-code.ts";

let lastMs = 0;

/**
 * Returns the request code of the current millisecond, or of the next one that this process has not
 * used yet. [S3.7]
 */
export function nextRequestCode(now: Date): string {
  lastMs = Math.max(lastMs + 1, now.getTime());
  return requestCodeAt(lastMs);
}

/** 2 ** 35 ms is more than a year. */
const DOUBLINGS = 35;

/**
 * Skips request codes that another process took: probes the last code plus 1, 2, 4, … and continues
 * at the first free one. When orders came faster than one a millisecond, codes are taken far
 * ahead of the clock. [S3.7]
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
