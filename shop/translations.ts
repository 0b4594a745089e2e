/**
 * The owner's texts in other languages than their main one, such as `{ hi: { name: "…" } }`. A
 * missing text is left out. [S11.2]
 */
export type Translations<Field extends string> = { [language: string]: { [field in Field]?: string | undefined } };

/** Texts in the language that `language` names, with their translations. */
export type Translated<Field extends string> = { [field in Field]: string } & { language: string; translations: Translations<Field> };

/** A text as a reader sees it; `lang` names its language if that is not the reader's. */
export type ShownText = { text: string; lang?: string | undefined };

/**
 * The owner's text for a reader of `wanted`: in that language, or else in the main one, or else in
 * any that has it. [S11.2]
 */
export function textIn<Field extends string>(own: Translated<Field>, field: Field, wanted: string): ShownText {
  const languages = [wanted, own.language, ...Object.keys(own.translations)];
  const language = languages.find((language) => textOf(own, field, language) !== "") ?? wanted;
  return { text: textOf(own, field, language), ...(language !== wanted && { lang: language }) };
}

/** A text in exactly this language; empty if there is none. */
export function textOf<Field extends string>(own: Translated<Field>, field: Field, language: string): string {
  return language === own.language ? own[field] : (ownOf(own.translations, language)?.[field] ?? "");
}

/**
 * The language and translations after an edit. What the form leaves out stays: its texts are then
 * in the former language, and those in other languages remain.
 */
export function translationsAfter<Field extends string>(
  before: Translated<Field>,
  form: { language?: string | undefined; translations?: Translations<Field> | undefined },
  fields: readonly Field[],
): { language: string; translations: Translations<Field> } {
  const language = form.language ?? before.language;
  const former = { ...before.translations, [before.language]: Object.fromEntries(fields.map((field) => [field, before[field]])) };
  const { [language]: _, ...others } = form.translations ?? (former as Translations<Field>);
  return { language, translations: withoutEmpty(others) };
}

/** Leaves out empty texts, and languages that have none. */
export function withoutEmpty<Field extends string>(translations: Translations<Field>): Translations<Field> {
  const texts = Object.entries(translations).map(
    ([language, texts]) => [language, Object.entries(texts).filter(([, text]) => text)] as const,
  );
  return Object.fromEntries(
    texts.filter(([, given]) => given.length > 0).map(([language, given]) => [language, Object.fromEntries(given)]),
  ) as Translations<Field>;
}

/** Texts by language and field, or a list of texts by language, also with what belongs to each. */
type Listed = Translations<string> | readonly { [name: string]: string | { [language: string]: string } }[];

/**
 * Whether two translations, or two lists of texts, say the same, in whatever order of languages.
 */
export function isSameTranslations(one: Listed, other: Listed): boolean {
  return linesOf(one) === linesOf(other);
}

function linesOf(translations: Listed): string {
  return JSON.stringify(leavesOf(translations).sort());
}

/** Each text with the names that lead to it. */
function leavesOf(part: unknown, names: readonly string[] = []): string[] {
  if (typeof part !== "object" || part === null) return [JSON.stringify([...names, part])];
  return Object.entries(part).flatMap(([name, inner]) => leavesOf(inner, [...names, name]));
}

function ownOf<T>(table: { [name: string]: T }, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
