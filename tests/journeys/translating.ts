import type { Page } from "@playwright/test";

/**
 * Translates the page as Chrome's translator does, including later changes: each text is replaced
 * by two `font` elements with the translation. Text with `translate="no"` stays, and the words here
 * stay readable.
 */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const wrap = (text: Text) => {
      const parent = text.parentElement;
      if (!parent || !text.data.trim() || parent.closest("script, style, textarea, svg, font, [translate=no]")) return;
      const outer = document.createElement("font");
      const inner = document.createElement("font");
      outer.style.verticalAlign = "inherit";
      inner.style.verticalAlign = "inherit";
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    };
    const wrapAll = () => {
      const texts: Text[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) wrap(text);
    };
    wrapAll();
    new MutationObserver(wrapAll).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}

/** The texts that the translator has changed so far. */
export function translatedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => [...document.querySelectorAll("font > font")].map(({ textContent }) => textContent ?? ""));
}
