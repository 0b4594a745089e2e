import { useRouteLoaderData } from "react-router";
import { indianClock, type ShopClock } from "#shop/shop-clock.ts";
import type { loader as rootLoader } from "#web/root.tsx";

/** The clock of the shop's time zone, as the server worked it out: give it to what tells a time in words. */
export function useShopClock(): ShopClock {
  return useRouteLoaderData<typeof rootLoader>("root")?.clock ?? indianClock;
}
