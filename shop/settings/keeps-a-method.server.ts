import type { ClientBase } from "pg";
import type { Tx } from "#platform/database/open.server.ts";
import { withMethods } from "./settings.server.ts";
import type { ShopSettings } from "./shop-settings.ts";
import { shopSettings } from "./tables.server.ts";

/** Whether buyers can choose a payment method at all, on a connection without services. */
export async function takesAnyMethod(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isAnyOn: boolean }>(
    `select s.takes_request or s.takes_amazon or exists (select from payment_methods where is_on) as "isAnyOn" from shop_settings s`,
  );
  return rows[0]?.isAnyOn ?? false;
}

/** Which payment methods are on, as a change leaves them. */
type MethodChange = Partial<Pick<ShopSettings, "takesRequest" | "takesAmazon" | "takesUpi" | "takesRazorpay" | "takesStripe">>;

/**
 * Whether a payment method is on after a change. Locks the settings first, so that two changes at
 * once cannot each switch off the method that the other relies on. [S1.4] [S10.1]
 */
export async function keepsAMethod(tx: Tx, change: MethodChange): Promise<boolean> {
  await tx.select({ name: shopSettings.name }).from(shopSettings).for("update");
  const { takesRequest, takesAmazon, takesUpi, takesRazorpay, takesStripe } = withMethods;
  // A statement of its own: one that waited for the lock would still see the methods of before.
  const [now] = await tx.select({ takesRequest, takesAmazon, takesUpi, takesRazorpay, takesStripe }).from(shopSettings);
  return Object.values({ ...now, ...change }).some(Boolean);
}
