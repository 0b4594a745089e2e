import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { alertForwarders } from "../tables.server.ts";

/** Revokes a forwarder for good: its next alert is refused. Refuses `forwarderNotFound`. For owners. [S16.1] */
export async function revokeForwarder(
  services: Pick<Services, "db" | "now">,
  actor: Actor,
  id: string,
): Promise<Result<{ name: string }, "rightMissing" | "forwarderNotFound">> {
  if (!may(actor, "own-shop")) return rightMissing("own-shop");
  return inTransaction(services.db, async (tx) => {
    const [gone] = await tx.delete(alertForwarders).where(eq(alertForwarders.id, id)).returning({ name: alertForwarders.name });
    if (!gone) return refused("forwarderNotFound");
    const subject = { kind: "settings", id, name: gone.name } as const;
    await recordAction(tx, actor, { action: "forwarder-revoked", subject }, services.now());
    return ok(gone);
  });
}
