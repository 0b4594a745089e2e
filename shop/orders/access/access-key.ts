import { canonicalText } from "#shop/canonical-text.ts";

/** The length of an access key in characters. */
const KEY_LENGTH = 24;

const IN_TEXT = new RegExp(`^[^A-Za-z0-9_-]*([A-Za-z0-9_-]{${KEY_LENGTH}})(?![A-Za-z0-9])`);

/**
 * Reads the access key at the end of a private link. Chats and emails treat punctuation behind a
 * link as part of it, and insert other dashes and invisible characters. Anything else is returned
 * as it is, and opens nothing. [S6.6]
 */
export function readAccessKey(text: string): string {
  return IN_TEXT.exec(canonicalText(text).replaceAll(" ", ""))?.[1] ?? text;
}

/** The path of an order's private link. [S6.6] */
export function privatePath(requestCode: string, accessKey: string): string {
  return `/order-status/${requestCode}/key/${accessKey}`;
}
