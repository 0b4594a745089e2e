import { canonicalText } from "#shop/canonical-text.ts";
import { isRequestCode, readRequestCode } from "#shop/orders/request-code.ts";

/**
 * Extracts a request code from text typed into the finder: without its `REQ-`, in a sentence, or in
 * a link. Returns null if there is none.
 */
export function readTypedCode(typed: string): string | null {
  const text = canonicalText(typed).toUpperCase().replaceAll(" ", "").replaceAll("_", "-");
  const within = /REQ-[0-9A-Z]+/.exec(text)?.[0];
  if (within) return isRequestCode(within) ? within : null;
  // A run of punctuation is looked at from its beginning only, so that a long one costs no time.
  const whole = `REQ-${text.replace(/^["'“‘(]+|(?<!["'”’).,;:!?])["'”’).,;:!?]+$/g, "")}`;
  return readRequestCode(text) ?? (isRequestCode(whole) && !text.startsWith("REQ") ? whole : null);
}
