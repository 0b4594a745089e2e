import { HOUR_MS } from "#shop/constants.ts";
import type { Paise } from "#shop/money.ts";
import { RUPEES } from "#shop/payments/payment.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { CLAIM_AGAIN_HOURS, CLAIM_OF_REPLACEMENT_HOURS } from "../constants.ts";

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

type Claimable = { claimUntil: Date | null; replacedAt: Date | null; claim: ClaimOfId | null };

/** What both sides call a claim, for example `REQ-MX0K4BK0-C1`. [S15.8] */
export function claimName(requestCode: string, number: number): string {
  return `${requestCode}-C${number}`;
}

/** Until when an ID may be claimed: a replacement at least a day after the swap. Null: not at all. [S15.3] */
export function claimEnd({ claimUntil, replacedAt }: Pick<Claimable, "claimUntil" | "replacedAt">): Date | null {
  if (claimUntil === null || replacedAt === null) return claimUntil;
  return new Date(Math.max(claimUntil.getTime(), replacedAt.getTime() + CLAIM_OF_REPLACEMENT_HOURS * HOUR_MS));
}

/** Whether a claim was opened after the time that its buyer has: one that was opened again has longer. [S15.9] */
export function isClaimedLate({
  openedAt,
  wasOpenedAgain,
  ...id
}: Pick<Claimable, "claimUntil" | "replacedAt"> & Pick<ClaimOfId, "openedAt" | "wasOpenedAgain">): boolean {
  const end = claimEnd(id);
  return end !== null && openedAt.getTime() > end.getTime() + (wasOpenedAgain ? CLAIM_AGAIN_HOURS * HOUR_MS : 0);
}

/**
 * Whether a delivered ID of an approved order may be claimed at `at`: a new one (`open`), the claim
 * that was refused once more (`again`), or the one that is open already (`known`). Persons have no
 * end. Refuses `claimTooLate`, an ID whose share went back (`idShareRefunded`), and a claim that
 * was opened twice (`claimDecided`). [S15.1] [S15.2] [S15.3] [S15.4]
 */
export function mayClaim(
  id: Claimable,
  { at, isPerson }: { at: Date; isPerson: boolean },
): Result<"open" | "again" | "known", "claimTooLate" | "idShareRefunded" | "claimDecided"> {
  const own = id.claim?.isOfThisId ? id.claim : null;
  const end = claimEnd(id)?.getTime() ?? null;
  const isWithin = (hours: number) => isPerson || (end !== null && at.getTime() <= end + hours * HOUR_MS);
  switch (own?.state) {
    case "open":
      return ok("known");
    case "refunding":
    case "refunded":
      return refused("idShareRefunded");
    case "refused":
      if (own.wasOpenedAgain) return refused("claimDecided");
      return isWithin(CLAIM_AGAIN_HOURS) ? ok("again") : refused("claimTooLate");
    default:
      // Opened again and taken back, it is no new one.
      if (own?.wasOpenedAgain) return refused("claimDecided");
      return isWithin(0) ? ok("open") : refused("claimTooLate");
  }
}
