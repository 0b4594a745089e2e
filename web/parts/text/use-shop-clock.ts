import { useRouteLoaderData } from "react-router";
import { indianClock, type ShopClock } from "#shop/settings/shop-clock.ts";
import type { loader as rootLoader } from "#web/root.tsx";

/** The clock of the shop's time zone, for functions that format a time. */
export function useShopClock(): ShopClock {
  return useRouteLoaderData<typeof rootLoader>("root")?.clock ?? indianClock;
}
