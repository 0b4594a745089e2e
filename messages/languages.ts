import compile from "icu-minify/compile";
import { en } from "./en.ts";
import { hi } from "./hi.ts";
import { type CompiledTexts, type Namespace, type Texts, type Translation, textsOf } from "./texts.ts";

/** Every language of the shop. A new one is a file beside these and a line here. */
const catalogues = { en, hi } as const satisfies Record<string, Translation>;

export type Language = keyof typeof catalogues;
export const languages = Object.keys(catalogues) as Language[];

/** The language of a code such as `hi`, or null. */
export function languageOf(code: string | null | undefined): Language | null {
  return languages.find((language) => language === code) ?? null;
}

/** A language's own name and the locale of its numbers and dates. */
export function describe(language: Language): { locale: string; name: string } {
  const { locale, name } = catalogues[language].language;
  return { locale, name };
}

/** All texts of a language as they are written, by namespace. */
export function catalogueOf(language: Language): Translation {
  return catalogues[language];
}

/** The texts of a namespace in a language. */
export function textsIn<N extends Namespace>(language: Language, namespace: N): Texts<N> {
  return entryOf(language, namespace).texts as Texts<N>;
}

/** A namespace as a page carries it. */
export function compiledTexts(language: Language, namespace: Namespace): CompiledTexts {
  return entryOf(language, namespace).compiled;
}

type Entry = { compiled: CompiledTexts; texts: Texts<Namespace> };

/** Each namespace is compiled at its first use in a process. */
const entries = new Map<string, Entry>();

function entryOf(language: Language, namespace: Namespace): Entry {
  const key = `${language} ${namespace}`;
  const known = entries.get(key);
  if (known) return known;

  const written = Object.entries(catalogues[language][namespace]);
  const compiled = Object.fromEntries(written.map(([key, text]) => [key, compile(text)]));
  const entry = { compiled, texts: textsOf<Namespace>(describe(language).locale, compiled) };
  entries.set(key, entry);
  return entry;
}
