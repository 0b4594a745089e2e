import { type Paise, priceText } from "#shop/money.ts";
import { about, granted, type Result, refused } from "#shop/refusal.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import { type Holds, mayHold } from "./holds.ts";
import type { OrderForm } from "./order-form.ts";

/** A product as the locked stock row shows it at the moment of the order. */
export type ProductAtOrder = { name: string; pricePaise: Paise; isSample: boolean; available: number };

/** What must stand in the form before anything else is looked at. Refuses an amazon order without code or proof. [S5.3] */
export function checkPayment(
  form: Pick<OrderForm, "paymentMethod" | "giftCardCode">,
  hasProof: boolean,
): Result<null, "giftCardAndProofRequired"> {
  const isComplete = form.paymentMethod === "request" || (form.giftCardCode !== null && hasProof);
  return isComplete ? granted(null) : refused("giftCardAndProofRequired");
}

type No =
  | "productNotFound"
  | "sampleNotForSale"
  | "paymentMethodOff"
  | "priceChanged"
  | "invalidQuantity"
  | "tooManyOrdersWaiting"
  | "tooManyIdsHeld";

/** Decides an order on what the locked stock row, the buyer's other orders and the settings show: what it costs, or why it cannot be placed. [S1.4] [S1.5] [S5.1] */
export function place(
  product: ProductAtOrder | null,
  form: Pick<OrderForm, "quantity" | "expectedPrice" | "paymentMethod">,
  shop: { isPublic: boolean } & Pick<ShopSettings, "takesRequest" | "takesAmazon" | "pendingOrdersMax" | "heldIdsMax">,
  held: Holds,
): Result<{ totalPaise: Paise }, No> {
  if (!product) return refused("productNotFound");
  if (product.isSample && shop.isPublic) return refused("sampleNotForSale");
  const takes = { request: shop.takesRequest, amazon: shop.takesAmazon };
  if (!takes[form.paymentMethod]) return about(refused("paymentMethodOff"), "paymentMethod");
  if (form.expectedPrice !== null && form.expectedPrice !== product.pricePaise)
    return refused("priceChanged", priceText(product.pricePaise));
  if (form.quantity < 1 || form.quantity > product.available) return refused("invalidQuantity");

  const hold = mayHold(held, form.quantity, shop);
  return hold.ok ? granted({ totalPaise: product.pricePaise * form.quantity }) : hold;
}
