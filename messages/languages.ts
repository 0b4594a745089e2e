import compile from "icu-minify/compile";
import { en } from "./en.ts";
import { hi } from "./hi.ts";
import { PSEUDO_CODE, pseudoLanguage } from "./pseudo-language.ts";
import { type CompiledTexts, type Namespace, type Texts, type Translation, textsOf } from "./texts.ts";

/** Every language of the shop. A new one is a file beside these and a line here. */
const written = { en, hi } as const satisfies Record<string, Translation>;
export type Language = keyof typeof written;

/** Marked as pure, because the scripts of pages must not contain the texts. */
const catalogues: Record<Language, Translation> = /* @__PURE__ */ allCatalogues();
export const languages = /* @__PURE__ */ Object.keys(catalogues) as Language[];

/** A test may add the pseudo-language by the environment (docs/languages.md). No shop has it. */
function allCatalogues(): Record<Language, Translation> {
  if (globalThis.process?.env.TEST_LANGUAGE !== PSEUDO_CODE) return written;
  return Object.assign({}, written, { [PSEUDO_CODE]: pseudoLanguage(en) });
}

/** The language of a code such as `hi`, `HI` or `hi-IN`, or null. */
export function languageOf(code: string | null | undefined): Language | null {
  const [primary] = code?.toLowerCase().split(/[-_]/) ?? [];
  return languages.find((language) => language === primary) ?? null;
}

/** A language's own name and the locale of its numbers and dates. */
export function describe(language: Language): { locale: string; name: string } {
  const { locale, name } = catalogues[language].language;
  return { locale, name };
}

/** The language whose script a text uses; English for one in Latin letters alone. */
export function languageOfWriting(text: string): Language {
  const usesScript = (language: Language) => {
    const { script } = new Intl.Locale(describe(language).locale).maximize();
    return script !== "Latn" && new RegExp(`\\p{Script=${script}}`, "u").test(text);
  };
  return languages.find(usesScript) ?? "en";
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
const entries = new Map<Language, Map<Namespace, Entry>>();

function entryOf(language: Language, namespace: Namespace): Entry {
  const known = entries.get(language)?.get(namespace);
  if (known) return known;

  const texts = Object.entries(catalogues[language][namespace]);
  const compiled = Object.fromEntries(texts.map(([key, text]) => [key, compile(text)]));
  const entry = { compiled, texts: textsOf<Namespace>(describe(language).locale, compiled) };
  if (!entries.has(language)) entries.set(language, new Map());
  entries.get(language)?.set(namespace, entry);
  return entry;
}
