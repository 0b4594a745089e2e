import { type Right, rightNames, rightTexts } from "#shop/rights.ts";
import { type PlainCode, sentenceFor } from "./say.ts";

/** A right in the visitor's language: its name, and what a person with it sees and does. */
export type ShownRight = { right: Right; label: string; text: string };

/** What each right lets see and do, as a text of `refusals`. */
const sentences = {
  "read-orders": "rightReadOrdersText",
  "decide-orders": "rightDecideOrdersText",
  "answer-buyers": "rightAnswerBuyersText",
  "manage-stock": "rightManageStockText",
  "see-ids": "rightSeeIdsText",
  "handle-money": "rightHandleMoneyText",
  "see-figures": "rightSeeFiguresText",
} as const satisfies Record<Right, PlainCode>;

/** These rights in words, in display order; all of them by default. [S13.7] [S13.10] */
export function shownRights(context: Parameters<typeof sentenceFor>[0], rights: readonly Right[] = rightNames): ShownRight[] {
  return rightNames
    .filter((right) => rights.includes(right))
    .map((right) => ({
      right,
      label: sentenceFor(context, { code: rightTexts[right] }),
      text: sentenceFor(context, { code: sentences[right] }),
    }));
}
