import { eq } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { tryAgainAt } from "#shop/letters/claim-letter.server.ts";
import { letterKinds } from "#shop/letters/letter.ts";
import { letters } from "#shop/letters/tables.server.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";

/** Queues a letter again that was given up, with all its tries before it. For admins. */
export async function sendLetterAgain(
  services: Pick<Services, "db" | "now" | "mail" | "jobs">,
  visitor: Visitor,
  letterId: string,
): Promise<Result<null, "adminsOnly" | "mailNotSetUp" | "letterNotFound" | "letterNotFailed">> {
  if (visitor.kind !== "admin") return refused("adminsOnly");
  if (!services.mail.isOn) return refused("mailNotSetUp");

  return services.db.transaction(async (tx) => {
    const [row] = await tx.select().from(letters).where(eq(letters.id, letterId)).for("update");
    if (!row) return refused("letterNotFound");
    if (row.state !== "failed") return refused("letterNotFailed");

    const at = services.now();
    await tx.update(letters).set({ state: "waiting", tries: 0, nextTryAt: at }).where(eq(letters.id, letterId));
    await tryAgainAt(services, tx, letterId, at);
    await noteDeed(tx, visitor, { deed: "letter-sent-again", subject: { kind: "letter", id: row.id, name: letterKinds[row.kind] } }, at);
    return granted(null);
  });
}
