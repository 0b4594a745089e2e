import { z } from "zod";
import { PRICE_MAX_PAISE } from "#shop/catalogue/constants.ts";
import { SOURCE_MAX_LENGTH } from "#shop/stock/constants.ts";
import { type BatchWay, batchStates, batchWays } from "#shop/stock/imports/batch.ts";
import { lineSorts } from "#shop/stock/imports/line-kinds.ts";
import { actor, key, text, time, whole } from "./row-fields.ts";

const report = z.partialRecord(z.enum([...lineSorts, "added", "cleaned"]), whole());

/** A row of `imports.json`: a batch of IDs. */
export const BatchRow = z
  .object({
    id: key,
    productId: z.string(),
    way: z.enum(Object.keys(batchWays) as BatchWay[]),
    source: text(SOURCE_MAX_LENGTH),
    costPaise: whole(0, PRICE_MAX_PAISE).nullable(),
    state: z.enum(batchStates).exclude(["draft"]),
    createdAt: time,
    undoneAt: time.nullable(),
    adminId: actor.nullable(),
    report: report.nullable(),
    chosen: z.array(z.enum(lineSorts)).max(lineSorts.length).nullable(),
    ids: whole(),
    delivered: whole(),
    withdrawn: whole(),
  })
  .refine(({ state, undoneAt }) => (state === "undone") === (undoneAt !== null), { path: ["undoneAt"] });
