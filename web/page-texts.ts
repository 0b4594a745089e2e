import type { Language } from "#messages/languages.ts";
import { type CompiledTexts, type Namespace, type Texts, textsOf } from "#messages/texts.ts";
import { reloadUnlessInUse } from "./parts/site/newer-build.ts";

/** What a page says about its texts: their language and version, and which ones it shows. */
export type PageTexts = { language: Language; locale: string; version: string; namespaces: Namespace[] };

/**
 * The parts of the shop whose texts are loaded together, when the first page of a part is opened.
 */
export const textAreas = ["shop", "admin"] as const;
type TextArea = (typeof textAreas)[number];

/** The id of the element in which a page says which texts it shows. */
export const PAGE_TEXTS = "page-texts";

/** In the browser: what the page says, and the texts that were loaded. */
let page: PageTexts | null = null;
const texts: Partial<Record<Namespace, CompiledTexts>> = {};
const made = new Map<Namespace, Texts<never>>();
const areas = new Set<TextArea>();

/** The texts of a namespace in the browser. */
export function loadedTexts<N extends Namespace>(namespace: N): Texts<N> {
  const known = made.get(namespace) ?? textsOf(localeOfPage(), texts[namespace] ?? {});
  if (texts[namespace]) made.set(namespace, known);
  return known as Texts<N>;
}

/**
 * Loads a namespace that the first render did not use, such as that of a form which a live change
 * brings. Null if it is here. Retries until it comes; if the shop answers without it, a deployment
 * removed it, so the page is reloaded, unless something typed would be lost.
 */
export function comingTexts(namespace: Namespace): Promise<void> | null {
  if (texts[namespace]) return null;
  const known = coming.get(namespace) ?? untilTheyCome(namespace);
  coming.set(namespace, known);
  return known;
}
const coming = new Map<Namespace, Promise<void>>();

async function untilTheyCome(namespace: Namespace): Promise<void> {
  while (!texts[namespace]) {
    try {
      return addTexts(await load([namespace]));
    } catch {
      const isShopThere = (await fetch(location.href, { method: "HEAD" }).catch(() => null))?.ok;
      if (isShopThere) reloadUnlessInUse();
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/** Namespaces from which only the server makes texts. */
const ofServer: readonly string[] = ["refusals", "pageDrafts", "emails", "bot"];

/** The namespaces of parts that the pages of both areas show. */
const ofBothAreas: readonly string[] = ["parts", "session"];

/** Whether the pages of an area show the texts of a namespace. */
export function isOfArea(area: TextArea, namespace: string): boolean {
  if (ofServer.includes(namespace)) return false;
  return ofBothAreas.includes(namespace) || namespace.startsWith("admin") === (area === "admin");
}

/**
 * Loads the texts that the open page shows, before React makes the page its own. Tries until they
 * come: until then the page works as one without script.
 */
export async function loadPageTexts(): Promise<void> {
  const { namespaces } = ofThisPage();
  while (namespaces.length > 0) {
    try {
      return addTexts(await load(namespaces));
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}
const AGAIN_MS = 2_000;

/**
 * Loads the texts of the area that a page belongs to, unless they are here. Rejects like `fetch`,
 * and if the shop answers with a failure.
 */
export async function loadTextsFor(path: string): Promise<void> {
  const area = /^\/admin(\/|$)/.test(path) ? "admin" : "shop";
  if (areas.has(area)) return;
  addTexts(await load([area]));
  areas.add(area);
}

/** The address of texts: those of an area, or of these namespaces. */
export function textsAddress({ language, version }: Pick<PageTexts, "language" | "version">, names: readonly string[]): string {
  return `/texts/${language}/${names.join(",")}?version=${version}`;
}

/** Adds loaded texts to those that are here. */
export function addTexts(loaded: Partial<Record<Namespace, CompiledTexts>>): void {
  Object.assign(texts, loaded);
  made.clear();
}

async function load(names: readonly string[]): Promise<Partial<Record<Namespace, CompiledTexts>>> {
  const answer = await fetch(textsAddress(ofThisPage(), names));
  if (!answer.ok) throw new Error(`the texts were answered with ${answer.status}`);
  return answer.json();
}

/** A page without script says nothing. */
const NO_TEXTS = '{"language":"en","locale":"en-IN","version":"","namespaces":[]}';

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
