import type { Page } from "@playwright/test";

type Shift = { value: number; hadRecentInput: boolean };

/**
 * What moved on a page since its HTML was there. While that still comes in, a slow browser draws
 * parts of a table, whose columns get their widths with later rows.
 */
export function layoutShifts(page: Page): Promise<Shift[]> {
  return page.evaluate(
    () =>
      new Promise<Shift[]>((resolve) => {
        const [opening] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
        const isThere = opening?.domContentLoadedEventEnd ?? 0;
        const found: Shift[] = [];
        new PerformanceObserver((seen) => {
          for (const { startTime, value, hadRecentInput } of seen.getEntries() as (PerformanceEntry & Shift)[])
            if (startTime > isThere) found.push({ value, hadRecentInput });
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(found), 500);
      }),
  );
}
