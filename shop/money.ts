/** Integer paise; 100 make a rupee. Money is never a fraction inside the shop. [S3.4] */
export type Paise = number;

const DECIMAL = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/;

/** Reads rupees as people and exports write them ("0.01", 1234.5, "149.50"): null when it is no amount or finer than a paisa. */
export function paiseFromRupees(rupees: string | number): Paise | null {
  const text = typeof rupees === "number" ? String(rupees) : rupees.trim();
  const match = DECIMAL.exec(text);
  if (!match) return null;

  const paise = Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return Number.isSafeInteger(paise) ? paise : null;
}

/** Rupees as the JSON API writes them: a number with at most two decimals. [S3.3] */
export function rupeesFromPaise(paise: Paise): number {
  return paise / 100;
}

/** "1234.50": what stands in a price field. */
export function rupeesText(paise: Paise): string {
  return `${Math.trunc(paise / 100)}.${String(paise % 100).padStart(2, "0")}`;
}

/** `₹1,00,000.00`: two decimals, Indian grouping, no space. The admin may see another label. [S9.3] */
export function priceText(paise: Paise, label = "₹"): string {
  const [rupees = "0", decimals = "00"] = rupeesText(paise).split(".");
  const lastThree = rupees.slice(-3);
  const before = rupees.slice(0, -3).replace(/\B(?=(\d\d)+$)/g, ",");
  return `${label}${before ? `${before},` : ""}${lastThree}.${decimals}`;
}
