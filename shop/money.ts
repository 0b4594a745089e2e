import { canonicalText } from "./canonical-text.ts";
import { asciiDigits } from "./digits.ts";

/** Integer paise, 100 to a rupee. Inside the shop, money is never a fraction. [S3.4] */
export type Paise = number;

const DECIMAL = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/;

/**
 * Reads rupees as programs and price fields write them ("0.01", 1234.5, "149.50"). Returns null if
 * the text is no amount or finer than a paisa.
 */
export function paiseFromRupees(rupees: string | number): Paise | null {
  const text = typeof rupees === "number" ? String(rupees) : rupees.trim();
  const match = DECIMAL.exec(text);
  if (!match) return null;

  const paise = Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return Number.isSafeInteger(paise) ? paise : null;
}

/** What people write before and after an amount of rupees. */
const IN_FRONT = /^(?:\s*(?:\p{Sc}|rs\b\.?|re\b\.?|rs\.?(?=\d)|inr|rupees?|रु\.?))+\s*/iu;
const BEHIND = /(?:\s*(?:\/-+|\/=|\p{Sc}|rs\.?|re\.?|inr|rupees?|only|रु\.?))+\s*$/iu;
/**
 * Commas that group digits, in India or elsewhere. Any other comma may be a decimal point: "12,50"
 * is not 1,250 rupees.
 */
const GROUPED = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/;

/** A longer text is no amount. The patterns above are slow with long ones. */
export const AMOUNT_TEXT_MAX_LENGTH = 100;

/**
 * Removes currency and grouping from an amount: "₹1,23,456.50" becomes 123456.50, "Rs. 99/-"
 * becomes 99. A text that is no amount may be returned unchanged.
 */
export function bareAmount(written: string): string {
  if (written.length > AMOUNT_TEXT_MAX_LENGTH) return written;
  const text = asciiDigits(canonicalText(written)).trim().replace(IN_FRONT, "").replace(BEHIND, "");
  return GROUPED.test(text) ? text.replaceAll(",", "") : text;
}

/**
 * Reads rupees as people type and paste them, such as "Rs. 499", "₹1,499.50" and "499/-", or a
 * number. Returns null if it is no amount or finer than a paisa. [S3.4]
 */
export function readRupees(written: string | number): Paise | null {
  return paiseFromRupees(typeof written === "number" ? written : bareAmount(written));
}

/** Rupees for the JSON API: a number with at most two decimals. [S3.3] */
export function rupeesFromPaise(paise: Paise): number {
  return paise / 100;
}

/** The text of a price field, such as "1234.50". */
export function rupeesText(paise: Paise): string {
  return `${Math.trunc(paise / 100)}.${String(paise % 100).padStart(2, "0")}`;
}

/**
 * A price for display, `₹1,00,000.00`: two decimals, Indian grouping, no space; a loss is `₹-200.00`.
 * The admin area may show another label. [S9.3]
 */
export function priceText(paise: Paise, label = "₹"): string {
  const [rupees = "0", decimals = "00"] = rupeesText(Math.abs(paise)).split(".");
  const lastThree = rupees.slice(-3);
  const before = rupees.slice(0, -3).replace(/\B(?=(\d\d)+$)/g, ",");
  return `${label}${paise < 0 ? "-" : ""}${before ? `${before},` : ""}${lastThree}.${decimals}`;
}
