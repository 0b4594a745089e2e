/** The zeros of the scripts whose digits people type in India, and of Arabic and wide digits. */
const ZEROS = [0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0660, 0x06f0, 0x1c50, 0xabf0, 0xff10];

/** The digits of Indian and other scripts as 0 to 9; all other characters stay. */
export function asciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((first) => code >= first && code <= first + 9);
    return zero === undefined ? digit : String(code - zero);
  });
}

/** A whole number of at most so many digits, of any Indian script; NaN for any other text. */
export function digitsOf(text: string, most: number): number {
  const digits = asciiDigits(text.slice(0, TYPED_MAX_LENGTH)).trim();
  return /^\d+$/.test(digits) && digits.length <= most ? Number(digits) : Number.NaN;
}
const TYPED_MAX_LENGTH = 100;
