import { createContext } from "react";

/** The styles that stand in the page itself, so that nothing has to be fetched before it can be painted: all of them, or what the shop's own pages need. */
export const PageStyles = createContext({ text: "", areAll: true });

/** Whether a page, by the ids of its routes, takes all styles: a page of the admin. */
export function needsAllStyles(routeIds: string[]): boolean {
  return routeIds.some((id) => id.startsWith("admin/"));
}
