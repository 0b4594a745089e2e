import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults } from "axe-core";
import { expect } from "./shop-server.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 800 };

/** The rules that depend on the colours; what the others find is the same in both. */
const OF_COLOURS = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/**
 * Looks at a page as it stands, at 360 and 1280 pixels, light and dark: axe finds nothing, the page never scrolls sideways, and on a phone a finger
 * hits everything. `what` names the state in the failure. [S2.37]
 */
export async function looksRight(page: Page, what: string): Promise<void> {
  const found: string[] = [];
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  for (const size of [phone, desk]) {
    await page.setViewportSize(size);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (sideways > 0) found.push(`${size.width}: scrolls ${sideways} px sideways`);
    if (size === phone) found.push(...(await page.evaluate(tooSmallForAFinger)));
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const fault of await faultsOf(page, colorScheme === "dark")) found.push(`${size.width} ${colorScheme}: ${fault}`);
    }
  }
  expect.soft(found, what).toEqual([]);
}

async function faultsOf(page: Page, isOfColours: boolean): Promise<string[]> {
  const options = { resultTypes: ["violations"], ...(isOfColours && { runOnly: OF_COLOURS }) };
  const { violations }: AxeResults = await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target} ${failureSummary}`));
}

/** Runs in the page: what can be pressed and is smaller than 44 by 44 pixels. A box counts with its label; a link in a sentence may be as small as its words. */
function tooSmallForAFinger(): string[] {
  const inFront = document.querySelector("dialog[open]") ?? document;
  const controls = [...inFront.querySelectorAll<HTMLElement>("a[href], button, input:not([type=hidden]), select, textarea, summary")];
  return controls.flatMap((control) => {
    if (!control.checkVisibility({ visibilityProperty: true }) || control.closest(".unseen")) return [];
    const isInSentence = getComputedStyle(control).display === "inline" && control.parentElement?.textContent !== control.textContent;
    const { width, height } = (
      (control.matches("[type=checkbox], [type=radio]") && control.closest("label")) ||
      control
    ).getBoundingClientRect();
    if (isInSentence || width === 0 || (width > 43 && height > 43)) return [];
    return [`${width} by ${height} px: ${control.tagName} ${control.getAttribute("aria-label") ?? control.textContent}`];
  });
}
