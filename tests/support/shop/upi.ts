import { changeUpiMethod } from "#shop/payments/upi/change-upi-method.server.ts";
import type { UpiMethod } from "#shop/payments/upi/upi-method.ts";
import { forgetSettings } from "#shop/settings/settings.server.ts";
import { anAdmin } from "./builders.ts";
import type { TestShop } from "./shop.ts";

/** Switches UPI on, with a personal VPA by default. */
export async function switchUpiOn(shop: TestShop, overrides: Partial<UpiMethod> = {}): Promise<void> {
  const method = { isOn: true, vpa: "trackside@okbank", payeeName: "Track Side", isMerchantVpa: false, ...overrides };
  const changed = await changeUpiMethod(shop.services, await anAdmin(shop), method);
  if (!changed.ok) throw new Error(changed.code);
  forgetSettings(shop.services);
}
