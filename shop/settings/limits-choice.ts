import { type NumberName, numbersIn, settings } from "./settings-list.ts";

/** How strictly the shop limits attempts, in one word for all of the section's numbers. [S1.8] */
export const limitsChoices = ["usual", "strict", "off"] as const;
export type LimitsChoice = (typeof limitsChoices)[number];

/** The settings that a choice stands for. */
export const limitNames = numbersIn("security");
type Limits = Partial<Record<NumberName, number>>;

const strict: Limits = {
  lookUpsMax: 20,
  ordersMax: 5,
  uploadsMax: 5,
  eventStreamsMax: 10,
  signInsMax: 5,
  signUpsMax: 5,
  resetsMax: 5,
  contactMessagesMax: 2,
};

/** The numbers of a choice: a new shop's, about a quarter of those, or no limit (0). */
export function limitsOf(choice: LimitsChoice): Limits {
  const numberOf = {
    usual: (name: NumberName) => settings[name].default,
    strict: (name: NumberName) => strict[name] ?? settings[name].default,
    off: () => 0,
  }[choice];
  return Object.fromEntries(limitNames.map((name) => [name, numberOf(name)]));
}

/** The choice that has exactly these numbers, or null for the owner's own. */
export function limitsChoiceOf(numbers: Limits): LimitsChoice | null {
  const isMeant = (choice: LimitsChoice) => {
    const limits = limitsOf(choice);
    return limitNames.every((name) => numbers[name] === limits[name]);
  };
  return limitsChoices.find(isMeant) ?? null;
}

/**
 * A posted form with the numbers of its choice (`limits`) in place of those typed. If the choice is
 * still the one that the page showed (`limitsShown`), the numbers behind *Details* count, so that
 * both ways work without script.
 */
export function withChosenLimits(posted: unknown): unknown {
  if (typeof posted !== "object" || posted === null) return posted;
  const { limits, limitsShown } = posted as Record<string, unknown>;
  const choice = limitsChoices.find((one) => one === limits);
  return choice === undefined || choice === limitsShown ? posted : { ...posted, ...limitsOf(choice) };
}
