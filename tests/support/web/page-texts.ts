import { vi } from "vitest";
import { catalogueOf, compiledTexts, describe } from "#messages/languages.ts";
import type { Namespace } from "#messages/texts.ts";
import { loadedTexts, PAGE_TEXTS, type PageTexts } from "#web/page-texts.ts";

/** Gives code that runs in a browser the texts that an English page carries. */
export function bringPageTexts(): void {
  const namespaces = Object.keys(catalogueOf("en")) as Namespace[];
  const texts = Object.fromEntries(namespaces.map((namespace) => [namespace, compiledTexts("en", namespace)]));
  const page: PageTexts = { language: "en", locale: describe("en").locale, version: "", texts };
  const element = { textContent: JSON.stringify(page) };
  vi.stubGlobal("document", { getElementById: (id: string) => (id === PAGE_TEXTS ? element : null) });
  // The page is read at the first use.
  loadedTexts("site");
  vi.unstubAllGlobals();
}
