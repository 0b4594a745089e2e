import { changeProviderMethod } from "#shop/payments/methods/change-provider-method.server.ts";
import { forgetSettings } from "#shop/settings/settings.server.ts";
import { WEBHOOK_SECRET } from "../payments/providers.ts";
import { razorpayAccount } from "../payments/razorpay-server.ts";
import { anAdmin } from "./builders.ts";
import type { TestShop } from "./shop.ts";

/** Switches Razorpay on, with the keys that its fake knows. */
export async function switchRazorpayOn(shop: TestShop): Promise<void> {
  const form = { isOn: true, ...razorpayAccount, webhookSecret: WEBHOOK_SECRET };
  const changed = await changeProviderMethod(shop.services, await anAdmin(shop), "razorpay", form);
  if (!changed.ok) throw new Error(changed.code);
  forgetSettings(shop.services);
}
