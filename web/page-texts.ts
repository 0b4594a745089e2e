import type { Language } from "#messages/languages.ts";
import { type CompiledTexts, type Namespace, type Texts, textsOf } from "#messages/texts.ts";

/** The texts that a page brings along, and the version of all texts of its language. */
export type PageTexts = {
  language: Language;
  locale: string;
  version: string;
  texts: Partial<Record<Namespace, CompiledTexts>>;
};

/** The parts of the shop whose texts are loaded together, when the first page of a part is opened. */
export const textAreas = ["shop", "admin"] as const;
export type TextArea = (typeof textAreas)[number];

/** The id of the element in which a page carries its texts. */
export const PAGE_TEXTS = "page-texts";

/** In the browser: what came with the page, and what was loaded since. */
let page: PageTexts | null = null;
const made = new Map<Namespace, Texts<never>>();
const areas = new Set<TextArea>();

/** The texts of a namespace in the browser. */
export function loadedTexts<N extends Namespace>(namespace: N): Texts<N> {
  const { locale, texts } = ofThisPage();
  const known = made.get(namespace) ?? textsOf(locale, texts[namespace] ?? {});
  if (texts[namespace]) made.set(namespace, known);
  return known as Texts<N>;
}

/** The namespaces of parts that the pages of both areas show. */
const ofBothAreas: readonly string[] = ["parts", "session"];

/** Whether the pages of an area show the texts of a namespace. The server makes sentences itself. */
export function isOfArea(area: TextArea, namespace: string): boolean {
  if (namespace === "refusals") return false;
  return ofBothAreas.includes(namespace) || namespace.startsWith("admin") === (area === "admin");
}

/**
 * Loads the texts of the area that a page belongs to, unless they are here. Rejects like `fetch`,
 * and if the shop answers with a failure.
 */
export async function loadTextsFor(path: string): Promise<void> {
  const area = /^\/(admin|add-ids)(\/|$)/.test(path) ? "admin" : "shop";
  if (areas.has(area)) return;
  const { language, version, texts } = ofThisPage();
  const answer = await fetch(`/texts/${language}/${area}?version=${version}`);
  if (!answer.ok) throw new Error(`the texts were answered with ${answer.status}`);
  Object.assign(texts, await answer.json());
  made.clear();
  areas.add(area);
}

/** A page without script carries none. */
const NO_TEXTS = '{"language":"en","locale":"en-IN","version":"","texts":{}}';

/** The language of the open page, in the browser. */
export function languageOfPage(): Language {
  return ofThisPage().language;
}

/** The locale of the open page, in the browser. */
export function localeOfPage(): string {
  return ofThisPage().locale;
}

function ofThisPage(): PageTexts {
  page ??= JSON.parse(document.getElementById(PAGE_TEXTS)?.textContent || NO_TEXTS) as PageTexts;
  return page;
}
