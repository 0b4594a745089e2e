import { z } from "zod";
import type { Paise } from "#shop/money.ts";
import { DEAD_SHARE_FROM, SUPPLIER_NAME_MAX_LENGTH } from "../constants.ts";

const name = z.string().trim().max(SUPPLIER_NAME_MAX_LENGTH);

/** The supplier that an import names; empty: none. */
export const supplierField = name.default("");

/** The name of a supplier, and the one that another is merged into. */
export const SupplierForm = z.object({ name: name.min(1, "fieldRequired") });

/** Whether a supplier is no longer offered at imports. */
export const SupplierHiding = z.object({ hidden: z.enum(["true", "false"]).transform((hidden) => hidden === "true") });

/** What came of a supplier's IDs in some days, or ever. [S15.10] */
export type SupplierNumbers = {
  /** IDs that came in. */
  ids: number;
  /** IDs that were handed over, also those that were swapped later. */
  delivered: number;
  /** Claims of its IDs, and in how many ms after the delivery half of them were opened; null: there is none. */
  claims: number;
  claimMs: number | null;
  /** Delivered IDs that were swapped as faulty or whose share was refunded, and what they cost. */
  dead: number;
  deadCostPaise: Paise;
};

/** The share of delivered IDs that were dead, from 0 to 1; null of too few delivered. [S15.10] */
export function deadShare({ dead, delivered }: Pick<SupplierNumbers, "dead" | "delivered">): number | null {
  return delivered < DEAD_SHARE_FROM ? null : dead / delivered;
}
