import { createContext } from "react";

/**
 * The inline styles, so that the page can be painted without another request: all styles, or only
 * those of the shop's pages. The browser needs the nonce because React writes the element again
 * when an error page replaces the page.
 */
export const PageStyles = createContext<{ text: string; areAll: boolean; nonce?: string | undefined }>({ text: "", areAll: true });

/** Whether these routes need all styles: true for admin pages. */
export function needsAllStyles(routeIds: string[]): boolean {
  return routeIds.some((id) => id.startsWith("admin/"));
}
