import { loadWhole, pageWanted } from "./failed-navigation.ts";

/**
 * Prevents the router's full reload when a page's script fails to load, which would lose the page
 * over a broken connection. Needs the Navigation API. The wanted page is loaded only if the shop
 * answers. Returns how to stop. [S8.4]
 */
export function preventReload(): () => void {
  if (!("navigation" in window)) return () => {};
  const callOff = (event: NavigateEvent) => {
    const address = pageWanted();
    if (event.navigationType !== "reload" || event.userInitiated || !event.cancelable || address === null) return;
    event.preventDefault();
    void loadWhole(address);
  };
  navigation.addEventListener("navigate", callOff);
  return () => navigation.removeEventListener("navigate", callOff);
}
