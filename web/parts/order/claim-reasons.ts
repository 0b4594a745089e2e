import type { KeyIn } from "#messages/texts.ts";
import type { ClaimReason } from "#shop/orders/claims/claim.ts";

/** The text of each reason of a claim. [S15.2] */
export const reasonTexts = {
  refused: "reasonRefused",
  used: "reasonUsed",
  different: "reasonDifferent",
  other: "reasonOther",
} as const satisfies Record<ClaimReason, KeyIn<"orderClaims">>;
