import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import type { Visitor } from "../visitor.ts";
import { invitations } from "./tables.server.ts";

/**
 * Withdraws any owner's invitation: its link stops working at once. Refuses `invitationNotFound`,
 * also once it was used. For owners. [S13.7]
 */
export async function withdrawInvitation(
  services: Pick<Services, "db" | "now">,
  visitor: Visitor,
  id: string,
): Promise<Result<{ name: string }, "rightMissing" | "invitationNotFound">> {
  if (!may(visitor, "own-shop")) return rightMissing("own-shop");

  return inTransaction(services.db, async (tx) => {
    const [withdrawn] = await tx.delete(invitations).where(eq(invitations.id, id)).returning({ name: invitations.name });
    if (!withdrawn) return refused("invitationNotFound");
    const subject = { kind: "account", id, name: withdrawn.name } as const;
    await recordAction(tx, visitor, { action: "invitation-withdrawn", subject }, services.now());
    return ok(withdrawn);
  });
}
