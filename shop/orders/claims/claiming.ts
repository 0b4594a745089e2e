import { HOUR_MS } from "#shop/constants.ts";
import { CLAIM_AGAIN_HOURS, CLAIM_OF_REPLACEMENT_HOURS } from "../constants.ts";
import type { ClaimOfId } from "./claim.ts";

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

/** How an ID is claimed: anew, the refused claim once more, or not, as its claim is open already. */
export type Claiming = "open" | "again" | "known";
/** Why an ID may not be claimed. */
export type NoClaim = "claimTooLate" | "idShareRefunded" | "claimDecided";

/**
 * What a person who says that a delivered ID of an approved order does not work would do at `at`:
 * claim a new one (`open`), the claim that was refused once more (`again`), or the one that is open
 * already (`known`); otherwise why it may not be claimed. Persons of the shop have no end.
 * [S15.1] [S15.2] [S15.3] [S15.4]
 */
export function claimingOf(id: Claimable, { at, isPerson }: { at: Date; isPerson: boolean }): Claiming | NoClaim {
  const own = id.claim?.isOfThisId ? id.claim : null;
  const end = claimEnd(id)?.getTime() ?? null;
  const isWithin = (hours: number) => isPerson || (end !== null && at.getTime() <= end + hours * HOUR_MS);
  switch (own?.state) {
    case "open":
      return "known";
    case "refunding":
    case "refunded":
      return "idShareRefunded";
    case "refused":
      if (own.wasOpenedAgain) return "claimDecided";
      return isWithin(CLAIM_AGAIN_HOURS) ? "again" : "claimTooLate";
    default:
      // Opened again and taken back, it is no new one.
      if (own?.wasOpenedAgain) return "claimDecided";
      return isWithin(0) ? "open" : "claimTooLate";
  }
}
