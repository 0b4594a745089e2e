import { requestCodeAt } from "./request-code.ts";

let lastMs = 0;

/** The code of the current millisecond, or of the next one that this process has not given yet. [S3.7] */
export function nextRequestCode(now: Date): string {
  lastMs = Math.max(lastMs + 1, now.getTime());
  return requestCodeAt(lastMs);
}
