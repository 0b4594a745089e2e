import { ID_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import { canonicalId } from "#shop/stock/ids/id.ts";
import { LINE_END } from "#shop/stock/parsing/id-lines.ts";

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
