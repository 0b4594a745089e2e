import { isRequestCode } from "#shop/orders/request-code.ts";

/**
 * The request code that somebody typed or pasted: in small letters, with spaces, without its `REQ-`, or within a link to the order. What is no
 * code at all comes back null.
 */
export function readRequestCode(typed: string): string | null {
  const text = typed
    .toUpperCase()
    .replace(/[\s\u200b\ufeff]/g, "")
    .replace(/[\u2010-\u2015\u2212_]/g, "-");
  const within = /REQ-([0-9A-Z]+)/.exec(text)?.[1];
  const code = `REQ-${within ?? text.replace(/^REQ-?/, "")}`;
  return isRequestCode(code) ? code : null;
}
