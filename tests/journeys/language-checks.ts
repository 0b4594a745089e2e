import type { Page } from "@playwright/test";
import { axeFaults } from "./accessibility-checks.ts";
import { expect } from "./shop-server.ts";

/** The pseudo-language, and the environment that adds it to a shop (docs/languages.md). */
export const PSEUDO = "xa";
export const withPseudo = { TEST_LANGUAGE: PSEUDO };

const locales = { xa: "en-XA", hi: "hi-IN" };
const NARROWEST = { width: 320, height: 640 };
const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 800 };

/**
 * Checks a page in another language: axe finds nothing, it never scrolls sideways, nothing is cut
 * off, and every text is in this language or marked as one in another. The page's data must have no
 * Latin letters. [S2.37] [S11.1]
 */
export async function speaks(page: Page, language: keyof typeof locales, what: string): Promise<void> {
  const found: string[] = [];
  for (const size of [DESK, NARROWEST, PHONE]) {
    await page.setViewportSize(size);
    const faults = await page.evaluate(layoutFaults);
    found.push(...faults.map((fault) => `${size.width}: ${fault}`));
  }
  found.push(...(await axeFaults(page)));
  const texts = await page.evaluate(ownTexts);
  if ((await page.locator("html").getAttribute("lang")) !== locales[language]) found.push("html has another lang");
  const isOwn = language === "hi" ? /\p{Script=Devanagari}/u : /[^\0-\x7f₹“”‘’…·×→–—]/u;
  found.push(...texts.filter((text) => isWords(text, language) && !isOwn.test(text)).map((text) => `left in English: ${text}`));
  expect.soft(found, `${what} in ${language}`).toEqual([]);
}

/** What Hindi writes in Latin letters too. */
const SAME_IN_HINDI =
  /\b(IDs?|API|CSV|JSON|URL|UPI|UTR|VPA|GSTIN?|PAN|QR|PNG|JPEG|WebP|HTML|KB|MB|IST|UTC|Amazon|Razorpay|Stripe|SBI|Trackside|Telegram|English|webhooks?)\b/gi;

/** Addresses, codes, names of files and formats, and the fixture's own orders. */
const NO_WORDS = /\S*(@|:\/\/|REQ-|\.example|\.json|IRCTC_)\S*|^(CSV|JSON|UTC|owner|Of neighbours|The journey is over|Ctrl\+Enter)$/g;

/** Whether a text has words that a language writes in its own way. */
function isWords(text: string, language: string): boolean {
  const rest = text.replaceAll(NO_WORDS, "");
  return /[a-z]{2}/i.test(language === "hi" ? rest.replaceAll(SAME_IN_HINDI, "") : rest);
}

/** Runs in the page: text that is cut off or sticks out, and whether the page scrolls sideways. */
function layoutFaults(): string[] {
  const found: string[] = [];
  const sideways = document.documentElement.scrollWidth - window.innerWidth;
  if (sideways > 0) found.push(`scrolls ${sideways} px sideways`);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const around = node.parentElement;
    if (!around || !/\S/.test(node.nodeValue ?? "") || !around.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      continue;
    if (around.closest(".unseen, .skip-link, noscript, option, dialog:not([open]), [translate=no], pre")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    for (let box: Element | null = around; box && box !== document.body; box = box.parentElement) {
      const edges = box.getBoundingClientRect();
      // Text for screen readers alone.
      if (getComputedStyle(box).position === "absolute" && edges.width <= 1) break;
      const { overflowX, overflowY, webkitLineClamp, position } = getComputedStyle(box);
      if (webkitLineClamp !== "none" || overflowX === "auto" || overflowX === "scroll") break;
      const isBox = overflowX !== "visible" || overflowY !== "visible" || box.matches("a, button, summary, th, td, label, [class*=badge]");
      const out = Math.max(edges.left - text.left, text.right - edges.right);
      const middle = (text.top + text.bottom) / 2;
      const isInline = getComputedStyle(box).display === "inline";
      if (isBox && !isInline && (out > 1 || middle < edges.top || middle > edges.bottom))
        found.push(`cut off by <${box.localName} class="${box.className}">: ${node.nodeValue}`);
      if (position === "fixed") break;
    }
  }
  return found;
}

/**
 * Runs in the page: every text that a person reads or hears, unless it is marked as one in another
 * language.
 */
function ownTexts(): string[] {
  const elsewhere = "[translate=no], [lang]:not(html), code, pre, script, style, noscript, svg, textarea";
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  const found = [document.title];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const around = node.parentElement;
    if (around && !around.closest(elsewhere)) found.push(node.nodeValue ?? "");
  }
  for (const element of document.querySelectorAll("[aria-label], [title], [alt], [placeholder]")) {
    if (element.closest(elsewhere.replace(", textarea", ""))) continue;
    for (const name of ["aria-label", "title", "alt", "placeholder"]) found.push(element.getAttribute(name) ?? "");
  }
  return [...new Set(found.map((text) => text.trim()))];
}
