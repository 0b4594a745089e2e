const SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** The code of the state, the holder's PAN, the number of the registration, and the check sign. */
const SHAPE = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z][A-Z][0-9A-Z]$/;

/** Whether a text is a GSTIN in capitals whose last sign, a checksum, is right. [S10.15] */
export function isGstin(text: string): boolean {
  return SHAPE.test(text) && checkSign(text.slice(0, -1)) === text.at(-1);
}

/**
 * The sign by which a mistyped GSTIN is noticed: the digits of the products by 1 and 2, in base 36.
 */
function checkSign(text: string): string {
  const sum = Array.from(text, (sign, at) => {
    const product = SIGNS.indexOf(sign) * (at % 2 === 0 ? 1 : 2);
    return Math.floor(product / SIGNS.length) + (product % SIGNS.length);
  }).reduce((total, digits) => total + digits, 0);
  return SIGNS[(SIGNS.length - (sum % SIGNS.length)) % SIGNS.length] ?? "";
}
