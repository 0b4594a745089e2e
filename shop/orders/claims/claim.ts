import type { Paise } from "#shop/money.ts";
import { RUPEES } from "#shop/payments/payment.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { type Claiming, claimingOf, type NoClaim } from "./claiming.ts";

/** What is wrong with an ID: not accepted, used by somebody else, not what was ordered, or other. [S15.2] */
export const claimReasons = ["refused", "used", "different", "other"] as const;
export type ClaimReason = (typeof claimReasons)[number];

/**
 * How a claim stands; `refunding`: the provider has not finished the refund. `withdrawn`: its buyer
 * took it back, or its ID was erased. [S15.4]
 */
export const claimStates = ["open", "swapped", "refunding", "refunded", "refused", "withdrawn"] as const;
export type ClaimState = (typeof claimStates)[number];

/** Who opened a claim: the order's buyer, a person of the shop, or the shop itself with a recall. */
export const claimOpeners = ["buyer", "person", "shop"] as const;

/** Each of these rights lets a person of the shop open claims. */
export const openingRights = ["answer-buyers", "decide-orders", "handle-money"] as const;

/**
 * The last claim of a place among an order's IDs, as the buyer reads it. `isOfThisId` is false if
 * the ID that it was about was swapped. [S15.8]
 */
export type ClaimOfId = {
  number: number;
  state: ClaimState;
  reason: ClaimReason;
  openedAt: Date;
  decidedAt: Date | null;
  isOfThisId: boolean;
  wasOpenedAgain: boolean;
};

/** The states in which the share of an ID went back, or is on its way: the ID is dead, and is not swapped. [S15.6] */
export function isShareRefunded(state: ClaimState): boolean {
  return state === "refunding" || state === "refunded";
}

/**
 * What a refund of one ID's share gives back: its price, at most what is left of what was paid.
 * Refuses if nothing is (`nothingLeftToRefund`), and money of another currency, of which nobody knows
 * the share (`paidInOtherCurrency`). [S15.6]
 */
export function shareOf(
  { pricePaise }: { pricePaise: Paise },
  { leftPaise, currency }: { leftPaise: Paise; currency: string },
): Result<Paise, "nothingLeftToRefund" | "paidInOtherCurrency"> {
  if (currency !== RUPEES) return refused("paidInOtherCurrency", { currency });
  const paise = Math.min(pricePaise, leftPaise);
  return paise > 0 ? ok(paise) : refused("nothingLeftToRefund");
}

/**
 * Whether a delivered ID of an approved order may be claimed at `at`, and as what. Refuses
 * `claimTooLate`, an ID whose share went back (`idShareRefunded`), and a claim that was opened twice
 * (`claimDecided`). [S15.1] [S15.2] [S15.3] [S15.4]
 */
export function mayClaim(...asked: Parameters<typeof claimingOf>): Result<Claiming, NoClaim> {
  const claiming = claimingOf(...asked);
  return claiming === "open" || claiming === "again" || claiming === "known" ? ok(claiming) : refused(claiming);
}
