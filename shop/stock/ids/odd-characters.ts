/** A character that is not what it looks like: nobody sees it, or it is taken for another. `at` counts from 0 in the signs of the ID. */
export type OddCharacter = { at: number; code: string; kind: "invisible" | "look-alike" };

/** What a keyboard of the country types. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Nothing to see: controls, format and private signs, spaces other than the plain one, and letters that are blank by design. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;

/** Letters of other scripts that are drawn like a Latin letter or a digit. */
const LATIN_LIKE = /[АВЕЗКМНОРСТУХЅІЈԌԚԜаеорсухѕіјһԁԛԝүҮёЁΑΒΕΖΗΙΚΜΝΟΡΤΥΧαονρυχικОоϲϹօՕսհոյԼᎪᎬᎻᏃᏀᎢᏙᏢᎷᏟᏴᏚꓐꓑꓓꓖꓗꓙꓚꓝꓟꓠꓢꓣꓤꓦꓨꓪꓫꓬꓮꓰꓱꓲꓳꓴ]/u;

/** Dashes, quotes and points that are drawn like those of a keyboard. */
const SIGN_LIKE = /[\u2010-\u2015\u2018-\u201F\u2024\u2032\u2033\u2212\u2215\u2044\u02BC\u02B9\u0589\u2236\uA789\u00B4\u02D7]/u;

/** Scripts of which an ordinary ID has one at most; digits and signs belong to all of them. */
const SCRIPTS = ["Latin", "Cyrillic", "Greek", "Armenian", "Cherokee", "Lisu", "Devanagari", "Bengali", "Tamil", "Telugu", "Arabic"].map(
  (name) => new RegExp(`\\p{Script=${name}}`, "u"),
);

/**
 * The characters of an ID that somebody would copy or type wrong: those that cannot be seen, those that are drawn like a plain one (also in another width or
 * weight), and letters of a second script. An ID in one other script, with no such letter, has none.
 */
export function oddCharactersOf(id: string): OddCharacter[] {
  if (PLAIN.test(id)) return [];
  const ofFirstScript = SCRIPTS.find((script) => script.test(id));
  const isOdd = (sign: string): OddCharacter["kind"] | null => {
    if (INVISIBLE.test(sign)) return "invisible";
    const isOfSecond = ofFirstScript !== undefined && !ofFirstScript.test(sign) && SCRIPTS.some((script) => script.test(sign));
    const isDrawnAlike = LATIN_LIKE.test(sign) || SIGN_LIKE.test(sign) || sign.normalize("NFKC") !== sign.normalize("NFC");
    return isOfSecond || isDrawnAlike ? "look-alike" : null;
  };
  return Array.from(id).flatMap((sign, at) => {
    const kind = PLAIN.test(sign) ? null : isOdd(sign);
    return kind ? [{ at, code: codeOf(sign), kind }] : [];
  });
}

/** An ID whose odd characters are written out, such as `AB⟨U+200B⟩12`. */
export function withOddShown(id: string): string {
  const odd = new Map(oddCharactersOf(id).map(({ at, code }) => [at, code]));
  return Array.from(id, (sign, at) => (odd.has(at) ? `⟨${odd.get(at)}⟩` : sign)).join("");
}

function codeOf(sign: string): string {
  return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
