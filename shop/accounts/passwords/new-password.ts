import { normalized } from "#shop/canonical-text.ts";

/** Shorter words appear by chance in too many good passwords. */
const WORD_MIN_LENGTH = 4;

/** The words that an attacker would try first for this account. */
type KnownWords = { email: string; shopName: string };

/**
 * Whether a password contains the shop's name or the account's name before the @, ignoring case,
 * spaces and punctuation.
 */
export function containsKnownWord(password: string, { email, shopName }: KnownWords): boolean {
  const plain = emailsOf(password);
  const [name = ""] = email.split("@");
  return [shopName, name].map(emailsOf).some((word) => word.length >= WORD_MIN_LENGTH && plain.includes(word));
}

function emailsOf(text: string): string {
  return normalized(text, "NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}
