import { canonicalText } from "#shop/canonical-text.ts";

/** The longest narration that is kept. Banks write at most some 200 characters. */
export const NARRATION_MAX_LENGTH = 500;

/** 12 digits on their own, or behind the word for a reference, that begin no payment address. */
const UTR = /(?<=^|[^\dA-Za-z]|UPI|IMPS|RRN|UTR)(?!0000)\d{12}(?![\dA-Za-z])(?![\w.]*@)/gi;

/**
 * A reference as banks pad and mark it: `0000412345678901`, `UPI-412345678901`, `UPI/412345678901`.
 */
const REFERENCE = /^(?:upi|imps|rrn|utr)?[\s:/-]*0*(?!0000)(\d{12})$/i;

/** Words by which banks mark money that comes back. */
const REVERSAL = /\b(?:rev|revsl|rvsl|reversal|reversed|rtn|returned|return|refund|chargeback|dishonou?red)\b/i;

/**
 * Finds the UTR of a line: in its reference, else the first one in its narration, where banks put
 * it before what the payer typed. A narration that is printed over two rows may be cut inside the
 * UTR, so its parts are also read without a space between them. [S10.13]
 */
export function utrIn(narration: readonly string[], reference: string): string | null {
  const inReference = REFERENCE.exec(canonicalText(reference).trim())?.[1];
  if (inReference) return inReference;
  const parts = narration.map((part) => canonicalText(part).slice(0, NARRATION_MAX_LENGTH));
  return firstUtr(parts.join(" ")) ?? firstUtr(parts.join(""));
}

function firstUtr(text: string): string | null {
  return text.match(UTR)?.[0] ?? null;
}

/** Whether a line's words say that money comes back rather than from a buyer. */
export function isReversal(narration: string): boolean {
  return REVERSAL.test(canonicalText(narration));
}

/** A narration in one line, without the padding between its words, and not too long. */
export function inOneLine(parts: readonly string[]): string {
  return parts.join(" ").replace(/\s+/g, " ").trim().slice(0, NARRATION_MAX_LENGTH);
}
