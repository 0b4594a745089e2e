import type { Translation } from "./texts.ts";

/**
 * The code of the pseudo-language. Its locale is the one that Unicode sets aside for this purpose.
 */
export const PSEUDO_CODE = "xa";
const ABOUT = { locale: "en-XA", name: "Pšéúdó" };

/**
 * Makes a language for tests from the English texts: every word has accents and is 40 % longer, so
 * that a page shows where a longer translation breaks it and which words do not come from the
 * catalogue. Placeholders and tags stay. [S11.1]
 */
export function pseudoLanguage(english: Translation): Translation {
  const namespaces = Object.entries(english).map(([namespace, texts]) => {
    const written = Object.entries<string>(texts).map(([key, text]) => [key, key === "locale" ? ABOUT.locale : pseudoText(text)]);
    return [namespace, Object.fromEntries(written)];
  });
  const translated: Translation = Object.fromEntries(namespaces);
  return { ...translated, language: { ...translated.language, ...ABOUT } };
}

/**
 * Parts of a text that stay: quoted characters, tags and plain placeholders,
 * or the head of a plural.
 */
const KEPT = /'[{<][^']*'|<\/?\w+>|\{\w+(?:, number)?\}|\{\w+, (?:plural|select), /y;
/** The name of a form of a plural or a selection. */
const FORM = /\s*(?:=?\w+) \{/y;

/** A text in ICU MessageFormat with longer words. */
export function pseudoText(text: string): string {
  let [at, made, words] = [0, "", ""];
  const inForms: boolean[] = [];
  const matched = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  const keep = (kept: string) => {
    made += lengthened(words) + kept;
    words = "";
    at += kept.length;
  };
  while (at < text.length) {
    const isBetweenForms = inForms.at(-1) === true;
    const kept = isBetweenForms ? matched(FORM) : matched(KEPT);
    if (kept) {
      keep(kept);
      if (isBetweenForms) inForms.push(false);
      else if (/, (plural|select), $/.test(kept)) inForms.push(true);
    } else if (text[at] === "}") {
      keep("}");
      inForms.pop();
    } else {
      words += text[at];
      at += 1;
    }
  }
  return made + lengthened(words);
}

/** Each letter and its accented form. */
const LETTERS = "aeiouycnszAEIOUYCNSZ";
const ACCENTED = "áéíóúýçñšžÅÉÍØÚÝÇÑŠŽ";

/** Gives each word accents, and repeats a letter until it is 40 % longer. */
function lengthened(text: string): string {
  return text.replaceAll(/[A-Za-z]+/g, (word) => {
    const letters = Array.from(word, (letter) => ACCENTED[LETTERS.indexOf(letter)] ?? letter);
    const vowel = letters.findIndex((letter) => /[áéíóúýåø]/i.test(letter));
    const at = vowel < 0 ? letters.length - 1 : vowel;
    const repeated = (letters[at] ?? "").toLowerCase().repeat(Math.ceil(word.length * 1.4) - word.length);
    return letters.toSpliced(at + 1, 0, repeated).join("");
  });
}
