/**
 * The shortest piece of a secret that is removed. Shorter ones occur in many texts and reveal
 * nothing.
 */
const PIECE_MIN_LENGTH = 8;
/** Replaces a secret, as bytes. */
const TAKEN_OUT = Buffer.from("…").toString("latin1");

/**
 * The first `most` bytes of an answer without the secrets that it repeats: whole or in pieces,
 * plain, URL-encoded or escaped in JSON. `bytes` may hold more than `most`, so that a secret that
 * begins near the end is recognized.
 */
export function withoutSecrets(bytes: Buffer, secrets: readonly string[], most: number): Buffer {
  const text = bytes.toString("latin1");
  const forms = secrets.flatMap((secret) => [secret, encodeURIComponent(secret), secret.replaceAll("/", "\\/")]);
  let redacted = "";
  for (let at = 0; at < Math.min(text.length, most); ) {
    const length = Math.max(0, ...forms.map((form) => lengthOfPiece(text, at, form)));
    redacted += length > 0 ? TAKEN_OUT : text[at];
    at += length || 1;
  }
  return Buffer.from(redacted, "latin1").subarray(0, most);
}

/** The length of the piece of a secret at this position of a text; 0 if there is none. */
function lengthOfPiece(text: string, at: number, secret: string): number {
  const least = text.slice(at, at + PIECE_MIN_LENGTH);
  let longest = 0;
  if (least.length < PIECE_MIN_LENGTH) return longest;
  for (let from = secret.indexOf(least); from >= 0; from = secret.indexOf(least, from + 1)) {
    let length = least.length;
    while (from + length < secret.length && text[at + length] === secret[from + length]) length += 1;
    longest = Math.max(longest, length);
  }
  return longest;
}
