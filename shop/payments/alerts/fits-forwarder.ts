/** Whether a message comes from the bank: it does, it does not, or nobody knows. */
type Fit = "fits" | "foreign" | "unknown";

/**
 * Whether a sender is among those that count: the same text, or a part between the dashes of a
 * header such as `VM-HDFCBK-S`. Of an email's sender only the address counts, because the name
 * beside it is anybody's choice. [S16.1]
 */
export function senderFit(sender: string | null, senders: readonly string[]): Fit {
  if (sender === null || sender.trim() === "") return "unknown";
  const [, address = ""] = /<([^<>]*)>\s*$/.exec(sender) ?? [];
  const given = (address === "" ? sender : address).trim().toLowerCase();
  const parts = /^[a-z0-9-]+$/.test(given) ? given.split("-") : [];
  const isListed = senders.some((one) => given === one.toLowerCase() || parts.includes(one.toLowerCase()));
  return isListed ? "fits" : "foreign";
}

const DIGITS_COMPARED_MIN = 3;

/** Whether the last digits in a text are those of the account. Banks show three to six. [S16.3] */
export function accountFit(digits: string | null, accountDigits: string): Fit {
  if (digits === null) return "unknown";
  const length = Math.min(digits.length, accountDigits.length);
  return length >= DIGITS_COMPARED_MIN && digits.slice(-length) === accountDigits.slice(-length) ? "fits" : "foreign";
}
