import { vi } from "vitest";
import { catalogueOf, compiledTexts } from "#messages/languages.ts";
import type { Namespace } from "#messages/texts.ts";
import { addTexts, loadedTexts } from "#web/page-texts.ts";

/** Gives code that runs in a browser the texts that an English page loads. */
export function bringPageTexts(): void {
  const namespaces = Object.keys(catalogueOf("en")) as Namespace[];
  addTexts(Object.fromEntries(namespaces.map((namespace) => [namespace, compiledTexts("en", namespace)])));
  vi.stubGlobal("document", { getElementById: () => null });
  // What the page says is read at the first use.
  loadedTexts("site");
  vi.unstubAllGlobals();
}
