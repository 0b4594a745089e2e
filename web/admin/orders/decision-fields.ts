import type { RefusalCode } from "#shop/refusal.ts";

/** The fields of the decision about an order. [S2.30] */
type DecisionField = "ids" | "downloadLink" | "reason";

const fields: Partial<Record<RefusalCode, DecisionField>> = {
  exactlyNIds: "ids",
  idTooLong: "ids",
  idWithOtherOrder: "ids",
  idOfOtherProduct: "ids",
  idWithdrawn: "ids",
  idAlike: "ids",
  faultyIdNotHeld: "ids",
  maskedIdGiven: "ids",
  downloadLinkInvalid: "downloadLink",
  reasonRequired: "reason",
};

/** The field that shows a refusal; null if it is about the order as a whole. [S5.5] [S5.6] */
export function fieldOf({ code, field }: { code: string; field?: string }): DecisionField | null {
  const known = fields[code as RefusalCode];
  if (known) return known;
  if (field === "faulty") return "ids";
  return field === "ids" || field === "downloadLink" || field === "reason" ? field : null;
}

/**
 * The field to focus for a refusal; null if somebody works elsewhere on the page by now: the answer
 * to a decision that was held back comes late. [S12.5]
 */
export function unlessElsewhere(field: HTMLTextAreaElement | null): HTMLTextAreaElement | null {
  const { activeElement, body } = document;
  return activeElement === body || field?.form?.contains(activeElement) ? field : null;
}
