import type { Paise } from "#shop/money.ts";
import type { Warning } from "../report/report-row.ts";
import { MAX_PAISE, readAmount, readCount } from "./old-values.ts";

/** The quantity and amounts of an order. */
export type OldAmounts = { quantity: number; pricePaise: Paise; totalPaise: Paise; statedTotalPaise: Paise | null };

/** Parses quantity, price and total of an order; a missing one is computed from the others. */
export function readAmounts(fields: Readonly<Record<string, unknown>>, idsGiven: number, warnings: Set<Warning>): OldAmounts {
  const price = readAmount(fields.price);
  const total = readAmount(fields.totalAmount ?? fields.total);
  if (price?.isRounded || total?.isRounded) warnings.add("priceRounded");
  if (price === null || total === null) warnings.add("amountUnusable");

  const quantity = readCount(fields.quantity) ?? quantityFrom(price?.paise ?? 0, total?.paise ?? 0, idsGiven, warnings);
  const pricePaise = price?.paise ?? Math.floor((total?.paise ?? 0) / quantity);
  const totalPaise = total?.paise ?? Math.min(pricePaise * quantity, MAX_PAISE);
  if (totalPaise !== pricePaise * quantity) warnings.add("totalDiffers");
  return { quantity, pricePaise, totalPaise, statedTotalPaise: total?.paise ?? null };
}

const QUANTITY_GUESSED_MAX = 1_000;

function quantityFrom(pricePaise: Paise, totalPaise: Paise, idsGiven: number, warnings: Set<Warning>): number {
  warnings.add("quantityUnusable");
  if (idsGiven > 0) return idsGiven;
  const times = pricePaise > 0 ? totalPaise / pricePaise : 0;
  return Number.isInteger(times) && times >= 1 && times <= QUANTITY_GUESSED_MAX ? times : 1;
}
