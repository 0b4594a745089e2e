import type { Page } from "@playwright/test";

/**
 * Records what a screen reader would announce on each page opened from now on: changes in live
 * regions that already existed, and new alerts. [S2.37]
 */
export async function listen(page: Page): Promise<{ announced(): Promise<string[]> }> {
  await page.addInitScript(recordAnnouncements);
  return { announced: () => page.evaluate(() => (window as unknown as { announced: string[] }).announced) };
}

/** Runs in the page. */
function recordAnnouncements(): void {
  const announced: string[] = [];
  Object.assign(window, { announced });
  const live = "[role=status], [role=alert], [aria-live=polite], [aria-live=assertive], output";
  const observer = new MutationObserver((changes) => {
    const spoken = new Set<Element>();
    for (const { target, addedNodes } of changes) {
      const region = (target instanceof Element ? target : target.parentElement)?.closest(live);
      if (region) spoken.add(region);
      for (const added of addedNodes) if (added instanceof Element && added.matches("[role=alert]")) spoken.add(added);
    }
    for (const { textContent } of spoken) {
      const text = textContent?.replaceAll(/\s+/g, " ").trim();
      if (text) announced.push(text);
    }
  });
  // The initial content is not announced.
  document.addEventListener("DOMContentLoaded", () => observer.observe(document, { childList: true, characterData: true, subtree: true }));
}
