import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { queueWaiting } from "#shop/outbox/outbox.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { emailKinds } from "../email.ts";
import { emailOutbox } from "../queue-email.server.ts";
import { emails } from "../tables.server.ts";

/** Queues an email that was given up again, with all attempts available. For admins. */
export async function sendEmailAgain(
  services: Pick<Services, "db" | "now" | "mail" | "jobs">,
  visitor: Visitor,
  emailId: string,
): Promise<Result<null, "rightMissing" | "mailNotSetUp" | "emailNotFound" | "emailNotFailed">> {
  if (!may(visitor, "own-shop")) return rightMissing("own-shop");
  if (!services.mail.isOn) return refused("mailNotSetUp");

  return inTransaction(services.db, async (tx) => {
    const [row] = await tx.select().from(emails).where(eq(emails.id, emailId)).for("update");
    if (!row) return refused("emailNotFound");
    if (row.state !== "failed") return refused("emailNotFailed");

    const at = services.now();
    await tx.update(emails).set({ state: "waiting", attempts: 0, nextAttemptAt: at }).where(eq(emails.id, emailId));
    await queueWaiting(services, tx, emailOutbox, eq(emails.id, emailId));
    await recordAction(tx, visitor, { action: "email-sent-again", subject: { kind: "email", id: row.id, name: emailKinds[row.kind] } }, at);
    return ok(null);
  });
}
