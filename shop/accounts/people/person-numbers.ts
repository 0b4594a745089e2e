/** The actions that are counted for each person, in display order. [S13.10] */
export const countedActions = [
  "order-approved",
  "order-rejected",
  "buyer-answered",
  "message-handled",
  "id-replaced",
  "claim-refused",
  "ids-added",
  "ids-shown",
  "payment-refunded",
] as const;

export type CountedAction = (typeof countedActions)[number];

/** The median time from a buyer's first unanswered message to this person's answer; null: no answer. [S13.10] */
export type AnswerTimes = { weekMs: number | null; monthMs: number | null };

/** How often a person did something in the last 7 and 30 days; of IDs, how many. */
export type PersonNumbers = { action: CountedAction; week: number; month: number };
