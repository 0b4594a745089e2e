/**
 * Scrolls a row of links sideways, so that the current page's is in the middle: only the row, because
 * the page may have been scrolled before hydration.
 */
export function showCurrent(row: HTMLElement | null): void {
  const link = row?.querySelector('[aria-current="page"]')?.getBoundingClientRect();
  if (!row || !link) return;
  const { left, width } = row.getBoundingClientRect();
  row.scrollLeft += link.left + link.width / 2 - (left + width / 2);
}
