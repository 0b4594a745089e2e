import { forgetSettings } from "#shop/settings/settings.server.ts";
import type { TestShop } from "./shop.ts";

/**
 * Sets a test shop's limits by column, such as `held_ids_max = 3`, or `held_ids_max = default` for
 * a new shop's.
 */
export async function setLimits({ services }: Pick<TestShop, "services">, columns: string): Promise<void> {
  await services.db.$client.query(`update shop_settings set ${columns}`);
  forgetSettings(services);
}
