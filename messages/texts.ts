import type { GetICUArgs } from "@schummar/icu-type-parser";
import format, { type CompiledMessage, type FormatOptions } from "icu-minify/format";
import type { en } from "./en.ts";

/** A language's texts by namespace and key. A page gets only the namespaces that it shows. */
export type Catalogue = Record<string, Record<string, string>>;

/** The texts of a language other than English: the same namespaces and keys. [S11.4] */
export type Translation = { [N in Namespace]: { [K in keyof En[N]]: string } };

type En = typeof en;
export type Namespace = keyof En;
export type KeyIn<N extends Namespace> = keyof En[N] & string;

/** The placeholders of a text with their types. */
type ValuesOf<Text, Plain = string | number> = Text extends string
  ? GetICUArgs<Text, { ICUArgument: Plain; ICUNumberArgument: number; ICUDateArgument: never }>
  : never;
type Words<Text, Plain = string | number> = [keyof ValuesOf<Text, Plain>] extends [never] ? [] : [values: ValuesOf<Text, Plain>];

/** What a key's placeholders are filled in with. A placeholder without a format takes a `Plain`. */
export type WordsIn<N extends Namespace, K extends KeyIn<N>, Plain> = Words<En[N][K], Plain>;

/** Returns the text of a key with its placeholders filled in. */
export type Texts<N extends Namespace> = {
  <K extends KeyIn<N>>(key: K, ...values: Words<En[N][K]>): string;
  /** The same with tags, each of which becomes what its function makes of the tag's content. */
  parts<K extends KeyIn<N>, Part>(key: K, values: ValuesOf<En[N][K]> & TagValues<Part>): (string | Part)[];
};
type TagValues<Part> = { [tag: string]: string | number | ((content: (string | Part)[]) => Part) };

/** The compiled texts of a namespace, as a page carries them. */
export type CompiledTexts = Record<string, CompiledMessage>;

/**
 * Makes the function that returns the texts of a namespace. A missing text is empty, and named
 * where faults of scripts are.
 */
export function textsOf<N extends Namespace>(locale: string, compiled: CompiledTexts): Texts<N> {
  const filled = (key: string, values?: object) => {
    const message = Object.hasOwn(compiled, key) ? (compiled[key] ?? "") : missing(key);
    return typeof message === "string" ? message : format(message, locale, values as Record<string, string>, options);
  };
  const parts = (key: string, values: object) => [filled(key, values)].flat();
  return Object.assign(filled, { parts }) as unknown as Texts<N>;
}

function missing(key: string): string {
  console.error(`the text ${key} is missing`);
  return "";
}

const plurals = new Map<string, Intl.PluralRules>();
const numbers = new Map<string, Intl.NumberFormat>();

/** Formatters are made once per locale, because making one takes longer than using it. */
const options: FormatOptions = {
  formatters: {
    getPluralRules: (locale) => made(plurals, String(locale), () => new Intl.PluralRules(locale)),
    getNumberFormat: (locale) => made(numbers, String(locale), () => new Intl.NumberFormat(locale)),
    getDateTimeFormat: (...asked) => new Intl.DateTimeFormat(...asked),
  },
};

function made<T>(known: Map<string, T>, key: string, make: () => T): T {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}
