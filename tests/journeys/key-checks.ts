import { expect, type Page } from "@playwright/test";
import { catalogueOf } from "#messages/languages.ts";

const catalogues = [catalogueOf("en"), catalogueOf("hi")];
const texts = new Set(catalogues.flatMap((catalogue) => Object.values(catalogue).flatMap((namespace) => Object.values(namespace))));
/** Every key of the catalogue that is not a text as well. */
const keys = new Set(
  catalogues
    .flatMap((catalogue) => Object.values(catalogue).flatMap((namespace) => Object.keys(namespace)))
    .filter((key) => !texts.has(key)),
);

/**
 * What the page shows or says aloud that is a key of the catalogue instead of its text, and
 * controls that have no name at all, as those whose text is missing.
 */
async function keysOn(page: Page): Promise<string[]> {
  const { said, nameless } = await page.evaluate(() => {
    const said: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.closest("script, style, template")) said.push(node.textContent?.trim() ?? "");
    }
    const named = ["aria-label", "placeholder", "title", "alt", "aria-description"];
    for (const element of document.querySelectorAll(named.map((name) => `[${name}]`).join(",")))
      said.push(...named.map((name) => element.getAttribute(name)?.trim() ?? ""));
    const nameless = [...document.querySelectorAll("main button, main a[href], main h1, main h2, main h3, main label")]
      .filter((element) => !element.textContent?.trim() && !element.querySelector("img, svg, input") && !element.getAttribute("aria-label"))
      .filter((element) => !element.getAttribute("aria-labelledby"))
      .map((element) => element.outerHTML.slice(0, 120));
    return { said: [document.title, ...said], nameless };
  });
  return [...said.filter((text) => keys.has(text)), ...nameless];
}

/** Fails if the page shows a key after this change, at once or when its late parts have come. */
export async function expectTextsOnly(page: Page, change: string): Promise<void> {
  for (let looks = 0; looks < 3; looks += 1) {
    if (looks > 0) await page.waitForTimeout(LATE_PARTS_MS);
    expect(await keysOn(page), `after: ${change}`).toEqual([]);
  }
}
const LATE_PARTS_MS = 150;
