const LENGTH_MIN = 24;
const DISTINCT_MIN = 10;

/** What secrets are made of that stand in examples, and in lists of what is tried first. */
const known = [
  "administrator",
  "betterauth",
  "changethis",
  "changeme",
  "defaultsecret",
  "development",
  "placeholder",
  "production",
  "trackside",
  "password",
  "passwort",
  "letmein",
  "default",
  "example",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "correcthorsebatterystaple",
  "deadbeef",
  "cafebabe",
  "replaceme",
  "yoursecret",
  "supersecret",
  "topsecret",
  "secret",
  "mysecret",
  "please",
  "qwerty",
  "admin",
  "insecure",
  "string",
  "random",
  "test",
  "shop",
  "your",
  "this",
  "key",
  "dev",
].sort((one, other) => other.length - one.length);

/**
 * Whether a secret could be guessed: it is short, or little of it is left when one takes out words that stand in examples, steps such as `abc` or `321`, and
 * what only repeats.
 */
export function isWeakSecret(secret: string): boolean {
  const left = withoutSteps(withoutKnown(withoutRepeats(secret.trim())));
  return secret.trim().length < LENGTH_MIN || left.length < LENGTH_MIN / 2 || new Set(left).size < DISTINCT_MIN;
}

/** `abcabcabc` is only `abc`. */
function withoutRepeats(text: string): string {
  return /^(.+?)\1+$/s.exec(text)?.[1] ?? text;
}

function withoutKnown(text: string): string {
  return known.reduce((left, word) => left.replaceAll(word, ""), text.toLowerCase().replace(/[\s_.:!-]/g, ""));
}

/** What does not follow from the character before it: of `1234aaab` the `1` and the `a`. */
function withoutSteps(text: string): string {
  return [...text]
    .filter((character, at) => at === 0 || Math.abs((character.codePointAt(0) ?? 0) - (text.codePointAt(at - 1) ?? 0)) > 1)
    .join("");
}
