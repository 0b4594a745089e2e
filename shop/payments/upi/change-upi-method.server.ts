import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { about, ok, type Result, refused, together } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { guardedChange, isChange, recordGuarded, refuseUnshown } from "#shop/settings/guarded-values.server.ts";
import { keepsAMethod } from "#shop/settings/keeps-a-method.server.ts";
import { paymentMethodSettings } from "../tables.server.ts";
import { type UpiMethod, upiMethodOf } from "./upi-method.ts";

/**
 * Changes what is given of the UPI method; the rest stays. Refuses to switch it on without a UPI ID
 * (`upiNeedsVpa`) and a payee's name (`upiNeedsPayee`), to switch off the last method
 * (`paymentMethodNeeded`), and another UPI ID or payee without the own password
 * (`currentPasswordNeeded`). For admins. [S10.1]
 */
export async function changeUpiMethod(
  services: Pick<Services, "db"> & QueueNeeds,
  actor: Actor,
  change: Partial<UpiMethod>,
): Promise<Result<null, "rightMissing" | "upiNeedsVpa" | "upiNeedsPayee" | "paymentMethodNeeded" | "currentPasswordNeeded">> {
  if (!may(actor, "own-shop")) return rightMissing("own-shop");
  const at = services.now();
  return inTransaction(services.db, async (tx) => {
    const [row] = await tx.select().from(paymentMethodSettings).where(eq(paymentMethodSettings.name, "upi")).for("update");
    const before = upiMethodOf(row);
    const { isOn, vpa, payeeName, isMerchantVpa } = { ...before, ...change };
    const missing = together(
      isOn && vpa === null ? about(refused("upiNeedsVpa"), "vpa") : null,
      isOn && payeeName === null ? about(refused("upiNeedsPayee"), "payeeName") : null,
    );
    if (missing) return missing;
    const guarded = [guardedChange("vpa", before.vpa, vpa), guardedChange("payeeName", before.payeeName, payeeName)].filter(isChange);
    const unshown = refuseUnshown(actor, guarded);
    if (unshown) return unshown;
    if (!isOn && !(await keepsAMethod(tx, { takesUpi: false }))) return refused("paymentMethodNeeded");
    const settings = { ...(vpa !== null && { vpa }), ...(payeeName !== null && { payeeName }), isMerchantVpa };
    const updated = guarded.length > 0 && { updatedAt: at };
    await tx
      .update(paymentMethodSettings)
      .set({ isOn, settings, ...updated })
      .where(eq(paymentMethodSettings.name, "upi"));
    const subject = { kind: "settings", id: "upi", name: "UPI" } as const;
    await recordAction(tx, actor, { action: "payment-method-changed", subject, facts: { isOn } }, at);
    await recordGuarded(services, tx, actor, guarded);
    await announce(tx, "settings");
    return ok(null);
  });
}
