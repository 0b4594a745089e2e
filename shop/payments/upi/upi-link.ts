import { type Paise, rupeesText } from "#shop/money.ts";

const UPI_NOTE_MAX_LENGTH = 50;
const UPI_REFERENCE_MAX_LENGTH = 35;

/** What a buyer's app has to know: whom to pay, how much, and for which order. */
export type UpiPayment = { vpa: string; payeeName: string; paise: Paise; requestCode: string };

/**
 * Builds the link that a QR code contains and a payment app opens. The note is the request code,
 * the reference its letters and digits. [S10.12]
 */
export function upiLink({ vpa, payeeName, paise, requestCode }: UpiPayment): string {
  const fields = {
    pa: vpa,
    pn: payeeName,
    am: rupeesText(paise),
    cu: "INR",
    tn: requestCode.slice(0, UPI_NOTE_MAX_LENGTH),
    tr: requestCode
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, "")
      .slice(0, UPI_REFERENCE_MAX_LENGTH),
  };
  // Apps read a space as %20 only, and some of them an address only with its `@` as it is.
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%40", "@")}`);
  return `upi://pay?${query.join("&")}`;
}
