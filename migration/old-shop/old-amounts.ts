import type { Paise } from "#shop/money.ts";
import { MAX_PAISE, readAmount, readCount } from "./old-values.ts";
import type { Oddity } from "./report-row.ts";

/** How many IDs were ordered, and for how much. */
export type OldAmounts = { quantity: number; pricePaise: Paise; totalPaise: Paise; statedTotalPaise: Paise | null };

/** Reads quantity, price and total of an order, each from the others where it is missing. */
export function readAmounts(fields: Readonly<Record<string, unknown>>, idsGiven: number, oddities: Set<Oddity>): OldAmounts {
  const price = readAmount(fields.price);
  const total = readAmount(fields.totalAmount ?? fields.total);
  if (price?.isRounded || total?.isRounded) oddities.add("priceRounded");
  if (price === null || total === null) oddities.add("amountUnusable");

  const quantity = readCount(fields.quantity) ?? quantityFrom(price?.paise ?? 0, total?.paise ?? 0, idsGiven, oddities);
  const pricePaise = price?.paise ?? Math.floor((total?.paise ?? 0) / quantity);
  const totalPaise = total?.paise ?? Math.min(pricePaise * quantity, MAX_PAISE);
  if (totalPaise !== pricePaise * quantity) oddities.add("totalDiffers");
  return { quantity, pricePaise, totalPaise, statedTotalPaise: total?.paise ?? null };
}

const QUANTITY_GUESSED_MAX = 1_000;

function quantityFrom(pricePaise: Paise, totalPaise: Paise, idsGiven: number, oddities: Set<Oddity>): number {
  oddities.add("quantityUnusable");
  if (idsGiven > 0) return idsGiven;
  const times = pricePaise > 0 ? totalPaise / pricePaise : 0;
  return Number.isInteger(times) && times >= 1 && times <= QUANTITY_GUESSED_MAX ? times : 1;
}
