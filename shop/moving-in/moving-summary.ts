import { z } from "zod";
import { orderStatuses } from "#shop/orders/order.ts";
import { movedKinds, movedOutcomes } from "./report-row.ts";

const count = z.number().int();
/** Sums of a file of nonsense may be larger than a number holds exactly. */
const Sum = z.object({ orders: count, paise: z.number() });

/** What came of an import, or would come: how many rows of which kind became what, how many are odd in which way, and what the orders of both sides come to. */
export const MovingSummary = z.object({
  counts: z.array(z.object({ kind: z.enum(movedKinds), outcome: z.enum(movedOutcomes), rows: count })),
  oddities: z.array(z.object({ oddity: z.string(), rows: count })),
  /** By status: the rows of the file as they can be read, and what they are here. Statuses that the shop does not know are `other`. */
  sums: z.array(z.object({ status: z.enum([...orderStatuses, "other"]), there: Sum, here: Sum })),
});
export type MovingSummary = z.infer<typeof MovingSummary>;

/** How far an import is: what it is busy with, and how much of how much is done; `total` is null where nobody knows. */
export const MovingProgress = z.object({ doing: z.string(), done: count, total: count.nullable() });
export type MovingProgress = z.infer<typeof MovingProgress>;
