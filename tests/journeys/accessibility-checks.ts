import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults } from "axe-core";
import { htmlFaults } from "../support/web/html-faults.ts";
import { expect } from "./shop-server.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 800 };

/** The rules that depend on colours; the others give the same result in light and dark. */
const OF_COLOURS = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/**
 * Checks a page at 360 and 1280 pixels, light and dark: its HTML is valid, axe finds nothing, it
 * never scrolls sideways, and on a phone all controls are large enough. `what` names the state in a
 * failure. [S2.37]
 */
export async function looksRight(page: Page, what: string): Promise<void> {
  const found: string[] = [];
  found.push(...(await htmlFaults(await page.content())));
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

/** What axe finds on a page, without the rules that depend on colours. [S2.37] */
export async function axeFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  const rules = Object.fromEntries(OF_COLOURS.values.map((rule) => [rule, { enabled: false }]));
  const { violations }: AxeResults = await page.evaluate(`axe.run(document, ${JSON.stringify({ resultTypes: ["violations"], rules })})`);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target} ${failureSummary}`));
}

/**
 * The accessibility tree as Chromium hands it to the system: each part's role, name and expanded
 * state.
 */
export async function partsForReaders(page: Page): Promise<{ role: string; name: string; isExpanded?: boolean }[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  return nodes.flatMap(({ ignored, role, name, properties = [] }) =>
    ignored
      ? []
      : [{ role: role?.value, name: name?.value ?? "", isExpanded: properties.find((one) => one.name === "expanded")?.value.value }],
  );
}

/**
 * Checks that the menu button announces whether the menu is open; while it is, the button inside
 * closes it. [S2.4]
 */
export async function expectMenu(page: Page, state: "open" | "closed"): Promise<void> {
  const buttons = async () => (await partsForReaders(page)).filter(({ role, name }) => role === "button" && /menu$/i.test(name));
  const closed = { role: "button", name: "Menu", isExpanded: false };
  await expect.poll(buttons).toMatchObject([state === "closed" ? closed : { role: "button", name: "Close menu" }]);
}

async function faultsOf(page: Page, isOfColours: boolean): Promise<string[]> {
  const options = { resultTypes: ["violations"], ...(isOfColours && { runOnly: OF_COLOURS }) };
  const { violations }: AxeResults = await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target} ${failureSummary}`));
}

/**
 * Runs in the page: controls smaller than 44 by 44 pixels. A checkbox counts with its label; a link
 * in a sentence may be as small as its text.
 */
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
