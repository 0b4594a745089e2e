import { normalized } from "#shop/canonical-text.ts";
import { codePointOf } from "./id.ts";

/**
 * An invisible character, or one that looks like another. `at` counts the characters of the ID from
 * 0.
 */
type OddCharacter = { at: number; code: string; kind: "invisible" | "look-alike" };

/** Printable ASCII, which is what an Indian keyboard types. */
const PLAIN = /^[\x20-\x7e]*$/;

/**
 * Controls, format and private-use characters, spaces other than U+0020, and letters that are blank
 * by design.
 */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;

/** Letters of other scripts that look like a Latin letter or a digit. */
const LATIN_LIKE = /[АВЕЗКМНОРСТУХЅІЈԌԚԜаеорсухѕіјһԁԛԝүҮёЁΑΒΕΖΗΙΚΜΝΟΡΤΥΧαονρυχικОоϲϹօՕսհոյԼᎪᎬᎻᏃᏀᎢᏙᏢᎷᏟᏴᏚꓐꓑꓓꓖꓗꓙꓚꓝꓟꓠꓢꓣꓤꓦꓨꓪꓫꓬꓮꓰꓱꓲꓳꓴ]/u;

/** Dashes, quotes and dots that look like those on a keyboard. */
const SIGN_LIKE = /[\u2010-\u2015\u2018-\u201F\u2024\u2032\u2033\u2212\u2215\u2044\u02BC\u02B9\u0589\u2236\uA789\u00B4\u02D7]/u;

/** Scripts an ordinary ID does not mix; digits and punctuation belong to all of them. */
const SCRIPTS = ["Latin", "Cyrillic", "Greek", "Armenian", "Cherokee", "Lisu", "Devanagari", "Bengali", "Tamil", "Telugu", "Arabic"].map(
  (name) => new RegExp(`\\p{Script=${name}}`, "u"),
);

/**
 * Finds the characters of an ID that somebody would copy or type wrong: invisible ones, those that
 * look like a plain one (also in another width or weight), and letters of a second script. An ID
 * written entirely in one other script has none unless it looks like Latin.
 */
export function oddCharactersOf(id: string): OddCharacter[] {
  if (PLAIN.test(id)) return [];
  const ofFirstScript = SCRIPTS.find((script) => script.test(id));
  const isOdd = (sign: string): OddCharacter["kind"] | null => {
    if (INVISIBLE.test(sign)) return "invisible";
    const isOfSecond = ofFirstScript !== undefined && !ofFirstScript.test(sign) && SCRIPTS.some((script) => script.test(sign));
    const isDrawnAlike = LATIN_LIKE.test(sign) || SIGN_LIKE.test(sign) || normalized(sign, "NFKC") !== normalized(sign, "NFC");
    return isOfSecond || isDrawnAlike ? "look-alike" : null;
  };
  return Array.from(id).flatMap((sign, at) => {
    const kind = PLAIN.test(sign) ? null : isOdd(sign);
    return kind ? [{ at, code: codePointOf(sign), kind }] : [];
  });
}

/** Writes out the odd characters of an ID, such as `AB⟨U+200B⟩12`. */
export function withOddShown(id: string): string {
  const odd = new Map(oddCharactersOf(id).map(({ at, code }) => [at, code]));
  return Array.from(id, (sign, at) => (odd.has(at) ? `⟨${odd.get(at)}⟩` : sign)).join("");
}
