import { type Paise, priceText } from "#shop/money.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { type MethodsTaken, takesPayment } from "../payment/order-payment.ts";
import { type HeldTooMuch, type HoldLimits, type Holds, mayHold } from "./holds.ts";
import type { OrderForm } from "./order-form.ts";

/** A product at the moment of the order, with the stock of the locked row. */
export type ProductAtOrder = { name: string; pricePaise: Paise; isSample: boolean; available: number };

type No =
  | "giftCardAndProofRequired"
  | "sampleNotForSale"
  | "paymentMethodOff"
  | "totalTooSmallToPayOnline"
  | "priceChanged"
  | "invalidQuantity"
  | HeldTooMuch;

/** What the form of an order says, and whether a picture of the payment came with it. */
type ToPlace = Pick<OrderForm, "quantity" | "expectedPrice" | "paymentMethod" | "giftCardCode"> & { hasProof: boolean };

/**
 * Decides an order by the locked stock row, the pending orders of its buyer and network, and the
 * settings. Returns its total, or refuses it. [S1.4] [S1.5] [S5.1] [S5.3]
 */
export function place(
  product: ProductAtOrder,
  form: ToPlace,
  shop: { isPublic: boolean } & MethodsTaken & HoldLimits,
  held: Holds,
  isSolved = false,
): Result<{ totalPaise: Paise }, No> {
  if (product.pricePaise > 0 && !hasCard(form)) return refused("giftCardAndProofRequired");
  if (product.isSample && shop.isPublic) return refused("sampleNotForSale");
  if (form.expectedPrice !== null && form.expectedPrice !== product.pricePaise)
    return refused("priceChanged", { price: priceText(product.pricePaise) });
  if (form.quantity < 1 || form.quantity > product.available) return refused("invalidQuantity");

  const totalPaise = product.pricePaise * form.quantity;
  const payment = takesPayment(shop, form.paymentMethod, totalPaise);
  const hold = payment.ok ? mayHold(held, form.quantity, shop, isSolved) : about(payment, "paymentMethod");
  return hold.ok ? ok({ totalPaise }) : hold;
}

/** Whether a gift card has its code and its proof; other methods need none. [S5.3] */
function hasCard({ paymentMethod, giftCardCode, hasProof }: ToPlace): boolean {
  return paymentMethod !== "amazon" || (giftCardCode !== null && hasProof);
}
