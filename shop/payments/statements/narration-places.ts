import type { StatementBank } from "./banks.ts";

/**
 * Where each bank writes the UTR in its narration. What stands before it is the bank's own, or
 * ends at a slash or a branch code; nothing is known of another bank.
 */
const places = {
  hdfc: [/^UPI-.*?-[A-Z]{4}0[A-Z0-9]{6}-(\d{12})(?![\dA-Z@.])/i, /^IMPS-(\d{12})(?![\dA-Z])/i],
  // The payment address tells the older order from today's, which begins with the payer's name.
  icici: [/^UPI\/(\d{12})\/[^/@]*\/[^/]*@/i, /^UPI\/(?:[^/]*\/){4}(\d{12})(?![\dA-Z])/i, /^(?:MMT\/)?IMPS\/(\d{12})(?![\dA-Z])/i],
  // Other words before it are a payer's: `BY TRANSFER-INB` has the remark of a transfer behind it.
  sbi: [/^(?:(?:BY|TO) ?TRANSFER ?- ?|(?:DEP|WDL) ?TFR ?)?(?:UPI\/(?:CR|DR)|IMPS)\/(\d{12})(?![\dA-Z])/i],
  axis: [/^(?:UPI|IMPS)\/(?:P2A|P2M|P2P|CR|DR)\/(\d{12})(?![\dA-Z])/i],
  kotak: [/^UPI\/[^/]*\/(\d{12})(?![\dA-Z])/i, /^(?:RECD:)?IMPS[/-](\d{12})(?![\dA-Z])/i],
  other: [],
} as const satisfies Record<StatementBank, readonly RegExp[]>;

const MARK = "(?:REV|REVSL|RVSL|REVERSAL|REVERSED|RET|RTN|RETURN|RETURNED|CRADJ|REFUND|CHARGEBACK)";

/** A mark before the kind of payment, as in `REV-UPI-…`. */
const MARK_FIRST = new RegExp(`^${MARK}[\\s:/-]*(?:BY TRANSFER-?|DEP TFR)?\\s*(?:UPI|IMPS)[\\s/-]`, "i");

/** A mark where the kind of transfer stands, with the UTR, and no payment address, behind it. */
const MARK_WITHIN = new RegExp(`^(?:BY TRANSFER-?|DEP TFR)?\\s*(?:UPI|IMPS)[/-]${MARK}[/-](\\d{12})(?![\\dA-Z]|[\\w.-]*@)`, "i");

/** The banks whose narration has no payer's name right after `UPI/`, before a number. */
const MARKS_WITHIN: readonly StatementBank[] = ["hdfc", "icici", "sbi", "axis"];

/**
 * The number of 12 digits where this bank writes the UTR; null if there is none. A line break or a
 * space may be inside it. [S10.13]
 */
export function utrAtPlace(bank: StatementBank, narration: string): string | null {
  for (const text of readings(narration))
    for (const place of [...places[bank], ...(MARKS_WITHIN.includes(bank) ? [MARK_WITHIN] : [])]) {
      const utr = place.exec(text)?.[1];
      if (utr && !utr.startsWith("0000")) return utr;
    }
  return null;
}

/**
 * Whether the bank's own mark of money that comes back stands at its own place. A mark before
 * another number than the UTR is a payer's name before a payment address. [S10.13]
 */
export function markedReversal(bank: StatementBank, narration: string): boolean {
  if (bank === "other") return false;
  const isWithin = (text: string) => MARKS_WITHIN.includes(bank) && (MARK_WITHIN.exec(text)?.[1] ?? null) === utrAtPlace(bank, narration);
  return readings(narration).some((text) => MARK_FIRST.test(text) || (MARK_WITHIN.test(text) && isWithin(text)));
}

/** A narration with single spaces, and without any: banks cut words and numbers at a row's end. */
function readings(narration: string): [string, string] {
  return [narration.replace(/\s+/g, " ").trim(), narration.replace(/\s+/g, "")];
}
