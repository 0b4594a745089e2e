import { useRouteLoaderData } from "react-router";
import { type PaymentMethod, paymentMethods } from "#shop/orders/order.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import type { loader as rootLoader } from "#web/root.tsx";

/** The payment methods that the owner left on, in the order in which they are shown. [S1.4] [S1.5] */
export function methodsOn({ takesRequest, takesAmazon }: Pick<ShopSettings, "takesRequest" | "takesAmazon">): PaymentMethod[] {
  const takes = { request: takesRequest, amazon: takesAmazon };
  return (Object.keys(paymentMethods) as PaymentMethod[]).filter((method) => takes[method]);
}

/** How buyers can pay now, for a page to tell. */
export function usePaymentMethods(): PaymentMethod[] {
  const settings = useRouteLoaderData<typeof rootLoader>("root")?.settings;
  return methodsOn(settings ?? { takesRequest: true, takesAmazon: true });
}
