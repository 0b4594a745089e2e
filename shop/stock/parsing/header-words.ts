import { canonicalText } from "#shop/canonical-text.ts";

/** Words that column names consist of, in English, Hindi and a few other languages of exports. */
const WORDS = new Set(
  canonicalText(
    "id ids user users userid username usr login loginid uid account accounts acc acct accountid password passwords pass passwd pwd pin otp " +
      "mail mails email emails e emailid phone mobile tel number numbers no nr num s serial sno srno sl sr index code codes key keys value values " +
      "token secret name names first last full note notes remark remarks comment comments status state date created updated expiry expires valid " +
      "validity until product item type kind price cost amount qty quantity order orders country city link url recovery security question answer " +
      "backup ticket license licence card old new the of all list my voucher activation coupon gift customer client member membership " +
      "irctc gmail pnr aadhaar aadhar pan train rail sheet stock details detail data info column field benutzer benutzername nutzername " +
      "kennwort passwort usuario contraseña identifiant utilisateur आईडी आइडी आई डी यूज़र यूजर उपयोगकर्ता नाम पासवर्ड पासवर्ड्स कोड नंबर संख्या " +
      "क्रमांक क्रम मोबाइल फोन फ़ोन ईमेल मेल खाता टिकट पिन कुंजी मूल्य कीमत तारीख दिनांक स्थिति टिप्पणी का की के",
  ).split(" "),
);

/**
 * Words that mark a line as a column name even if its other words are unknown, such as "Blue Line
 * User ID".
 */
const NAMING = new Set(
  "id ids user userid username login password passwords account email code codes key keys number आईडी पासवर्ड कोड नंबर".split(" "),
);

/** How many unknown words a column name may have beside one of `NAMING`. */
const UNKNOWN_WORDS_MAX = 3;

/** Longer cells, in characters, are never column names. */
const LONGEST_NAME = 60;

/** Whether a cell is a column name: all its words are in `WORDS`. */
function isColumnName(cell: string): boolean {
  const words = wordsIn(cell);
  return words.some(({ length }) => length > 1) && words.every((word) => WORDS.has(word));
}

/**
 * Whether a line, wherever it is in the text, is a column name that mentions an ID or a part of
 * one.
 */
export function isNameOfIds(line: string): boolean {
  return isColumnName(line) && wordsIn(line).some((word) => NAMING.has(word));
}

/**
 * Whether the first or last word of a cell marks it as a column name, whatever the other words are.
 */
function isProbablyName(cell: string): boolean {
  const words = wordsIn(cell);
  return words.length > 1 && words.length <= UNKNOWN_WORDS_MAX + 1 && [words[0], words.at(-1)].some((word) => NAMING.has(word ?? ""));
}

/** The words of a cell in lower case, without text in parentheses; none if it contains a digit. */
function wordsIn(cell: string): string[] {
  if (cell.length > LONGEST_NAME) return [];
  const name = canonicalText(cell).replace(/\([^()]*\)/g, " ");
  if (/\p{N}/u.test(name)) return [];
  const words = name.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").toLowerCase();
  return words.match(/[\p{L}\p{M}]+/gu) ?? [];
}

/**
 * Whether the first row is a header: it has no digits, and half of its cells are column names. For
 * unknown languages: a column has digits in all other rows but not in the first, or only the first
 * row is in a non-Latin script.
 */
export function isHeader(first: readonly string[], others: readonly (readonly string[])[]): boolean {
  const filled = first.map((cell) => canonicalText(cell).trim()).filter((cell) => cell !== "");
  if (filled.length === 0 || filled.some((cell) => /\p{N}/u.test(cell.replace(/\([^()]*\)/g, "")))) return false;
  if (filled.filter((cell) => isColumnName(cell)).length >= filled.length / 2) return true;
  const isAlone = !others.slice(0, 3).some((cells) => cells.some(isProbablyName));
  if (isAlone && filled.filter((cell) => isColumnName(cell) || isProbablyName(cell)).length >= filled.length / 2) return true;
  if (others.length > 0 && filled.every(isOfOtherScript) && !others.some((cells) => cells.some(isOfOtherScript))) return true;
  return others.length > 1 && first.some((cell, at) => isWord(cell) && others.every((cells) => /\d/.test(cells[at] ?? "")));
}

function isOfOtherScript(cell: string): boolean {
  return /(?!\p{Script=Latin})\p{L}/u.test(cell);
}

/** Letters separated by single spaces, as in a name. All capitals may be an ID. */
function isWord(cell: string): boolean {
  return /^[\p{L}\p{M}]+(?: [\p{L}\p{M}]+)*$/u.test(cell.trim()) && /\p{Ll}|\p{Lo}/u.test(cell);
}
