import type { KeyIn, Namespace, Texts } from "./texts.ts";

/** A text of `refusals` by its key, and what its placeholders are filled in with. */
export type KeyedText = { code: KeyIn<"refusals">; words?: KeyedWords };
type KeyedWords = { readonly [name: string]: Word };

/** What fills in a placeholder. It may be another text, or a list of them. */
export type Word = string | number | KeyedText | readonly KeyedText[];

/** The text of a key with everything filled in, from any namespace that has the key. */
export function filledIn<N extends Namespace>(texts: Texts<N>, { code, words = {} }: { code: KeyIn<N>; words?: KeyedWords }): string {
  const fill = texts as unknown as (key: string, values: object) => string;
  const wordOf = (word: Word): string | number =>
    typeof word === "object"
      ? [word]
          .flat()
          .map((text) => filledIn(texts as Texts<"refusals">, text))
          .join(", ")
      : word;
  return fill(code, Object.fromEntries(Object.entries(words).map(([name, word]) => [name, wordOf(word)])));
}
