/** What a new shop needs before its first sale, in the order in which the owner does it. [S12.2] */
export const firstSteps = ["product", "stock", "payment", "contact", "order", "secondFactor", "backup"] as const;
export type FirstStep = (typeof firstSteps)[number];

/** Which of the first steps are done. */
export type FirstHour = Record<FirstStep, boolean>;

/** The steps that are still to do; an empty list means that the checklist is no longer shown. */
export function stepsLeft(done: FirstHour): FirstStep[] {
  return firstSteps.filter((step) => !done[step]);
}
