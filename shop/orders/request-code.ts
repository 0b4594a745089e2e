import { withoutSeparators } from "#shop/canonical-text.ts";

/** Makes the request code of a millisecond: `REQ-` and the number in base 36, uppercase. [S3.7] */
export function requestCodeAt(ms: number): string {
  return `REQ-${ms.toString(36).toUpperCase()}`;
}

/**
 * Reads a request code as people type it: in lowercase or wide letters, with other dashes, spaces,
 * invisible characters, or punctuation around it. Returns null for anything else. [S3.7]
 */
export function readRequestCode(text: string): string | null {
  const code = /^[^0-9A-Z]*REQ_?([0-9A-Z]{1,20})[^0-9A-Z]*$/.exec(withoutSeparators(text).toUpperCase())?.[1];
  return code === undefined ? null : `REQ-${code}`;
}

/** Whether a text has the shape of a request code. Such an order need not exist. */
export function isRequestCode(text: string): boolean {
  return /^REQ-[0-9A-Z]{1,20}$/.test(text);
}
