import { z } from "zod";
import { ID_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import { canonicalId } from "#shop/stock/ids/id.ts";
import { LINE_END } from "#shop/stock/parsing/id-lines.ts";
import { OLD_TEXT_MAX_LENGTH } from "./constants.ts";
import { hash, key, rowNumber, text, time, whole } from "./row-fields.ts";

/**
 * Whether a text can be an ID: one trimmed line with a visible character. It may be longer than
 * forms allow, because the old shop delivered such IDs. [S3.9]
 */
export function isIdValue(value: string): boolean {
  return value === value.trim() && !/[\r\n]/.test(value) && canonicalId(value) !== "";
}

/**
 * Whether an ID that is not delivered yet can be delivered: approving it needs an ID that the forms
 * accept, on one line by any definition of a line break. [S5.5]
 */
export function canBeHandedOver(id: string): boolean {
  return isIdValue(id) && id.length <= ID_MAX_LENGTH && !LINE_END.test(id);
}

/** Whether an ID in this state of an export can still be delivered. */
export function mayBeHandedOver(state: unknown): boolean {
  return state === "available" || state === "reserved" || state === "held back";
}

function isPlaced(state: string): boolean {
  return state === "available" || state === "reserved" || state === "delivered";
}

/** An ID's own columns. An erased one has a fingerprint instead of a value. [S3.2] */
export const IdRow = z
  .object({
    number: rowNumber,
    id: text(OLD_TEXT_MAX_LENGTH).refine(isIdValue, "is no ID").nullable(),
    productId: z.string(),
    importedAt: time,
    withdrawn: z.enum(["faulty", "removed", "held back"]).nullable(),
    withdrawnAt: time.nullable(),
    erasedAt: time.nullable(),
    batchId: key.nullable(),
    fingerprint: hash.nullable(),
  })
  .refine((row) => (row.withdrawn === null) === (row.withdrawnAt === null), { path: ["withdrawnAt"] })
  .refine((row) => (row.id === null) === (row.erasedAt !== null), { path: ["id"] })
  .refine((row) => (row.id === null) === (row.fingerprint !== null), { path: ["fingerprint"] });

/**
 * A row of `ids.json`: an ID with its state. One that can still be delivered must be accepted by
 * the forms. [S5.5]
 */
export const PlacedIdRow = IdRow.and(
  z
    .object({
      id: z.string().nullable(),
      state: z.enum(["available", "reserved", "delivered", "faulty", "removed", "held back"]),
      withdrawn: z.string().nullable(),
      orderId: key.nullable(),
      position: whole().nullable(),
      deliveredAt: time.nullable(),
    })
    .refine(({ state, withdrawn }) => withdrawn === (isPlaced(state) ? null : state), { path: ["state"] })
    .refine(({ state, orderId }) => (orderId !== null) === (state === "reserved" || state === "delivered"), { path: ["orderId"] })
    .refine(({ state, deliveredAt }) => (deliveredAt !== null) === (state === "delivered"), { path: ["deliveredAt"] })
    .refine(({ state, position }) => (position !== null) === (state === "delivered"), { path: ["position"] })
    .refine(({ state, id }) => !mayBeHandedOver(state) || (id !== null && canBeHandedOver(id)), {
      path: ["id"],
    }),
);
