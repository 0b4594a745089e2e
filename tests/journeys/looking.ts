import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults } from "axe-core";
import { expect } from "./shop-server.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const sizes = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
];

/**
 * Looks at a page as it stands, at 360 and 1280 pixels, light and dark: axe finds nothing, and the page never scrolls sideways. `what` names the state
 * in the failure. [S2.37]
 */
export async function looksRight(page: Page, what: string): Promise<void> {
  const found: string[] = [];
  await page.evaluate(axe);
  for (const size of sizes) {
    await page.setViewportSize(size);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (sideways > 0) found.push(`${size.width}: scrolls ${sideways} px sideways`);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const fault of await faultsOf(page)) found.push(`${size.width} ${colorScheme}: ${fault}`);
    }
  }
  expect.soft(found, what).toEqual([]);
}

async function faultsOf(page: Page): Promise<string[]> {
  const { violations }: AxeResults = await page.evaluate('axe.run(document, { resultTypes: ["violations"] })');
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target} ${failureSummary}`));
}
