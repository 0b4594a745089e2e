/** Shorter words than this stand in too many good passwords by chance. */
const WORD_MIN_LENGTH = 4;

/** What somebody who guesses would try first for this very account. */
export type KnownWords = { email: string; shopName: string };

/** Whether a password holds the shop's name or its owner's own address, however they are spaced and cased. */
export function tellsKnownWord(password: string, { email, shopName }: KnownWords): boolean {
  const plain = lettersOf(password);
  const [name = ""] = email.split("@");
  return [shopName, name].map(lettersOf).some((word) => word.length >= WORD_MIN_LENGTH && plain.includes(word));
}

function lettersOf(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}
