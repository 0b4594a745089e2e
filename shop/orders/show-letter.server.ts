import { and, eq, gt } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { users } from "#shop/accounts/tables.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { auditEntries } from "#shop/audit/tables.server.ts";
import type { LetterRow } from "#shop/letters/claim-letter.server.ts";
import { letterKinds } from "#shop/letters/letter.ts";
import { letters } from "#shop/letters/tables.server.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { composeLetter } from "./compose-letter.server.ts";

/** A letter as it would leave now, with its secret links. */
export type ShownLetter = { id: string; subject: string; to: string[]; text: string; isNeeded: boolean };

/**
 * Shows a whole letter, its secret links filled in, so that the owner can pass it on; that is noted. Links begin with `origin`. A letter about an
 * account that is an admin's, or was since it was written, is shown to nobody: whoever has its link has the account. For admins.
 */
export async function showLetter(
  services: Pick<Services, "db" | "live" | "vault" | "now">,
  visitor: Visitor,
  letterId: string,
  origin: string,
): Promise<Result<ShownLetter, "adminsOnly" | "letterNotFound" | "letterOfAdmin">> {
  if (visitor.kind !== "admin") return refused("adminsOnly");

  const settings = await readSettings(services);
  return services.db.transaction(async (tx) => {
    const [row] = await tx.select().from(letters).where(eq(letters.id, letterId));
    if (!row) return refused("letterNotFound");
    if (await isOfAdmin(tx, row)) return refused("letterOfAdmin");

    const composed = await composeLetter({ ...services, db: tx }, row, settings, origin);
    if (!composed) return refused("letterNotFound");
    const subject = { kind: "letter" as const, id: row.id, name: letterKinds[row.kind] };
    await noteDeed(tx, visitor, { deed: "letter-shown", subject }, services.now());
    const { letter, to, isNeeded } = composed;
    return granted({ id: row.id, subject: letter.subject, text: letter.text, to, isNeeded });
  });
}

/** The account's row stays locked until the letter is shown, so that nobody is made an admin meanwhile. */
async function isOfAdmin(tx: Tx, { kind, userId, createdAt }: LetterRow): Promise<boolean> {
  if (userId === null) return kind === "password-reset";
  const [user] = await tx.select({ role: users.role }).from(users).where(eq(users.id, userId)).for("share");
  if (!user || user.role === "admin") return true;
  const wasOne = and(eq(auditEntries.subjectKind, "account"), eq(auditEntries.subjectId, userId), eq(auditEntries.deed, "admin-unmade"));
  const [since] = await tx
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(and(wasOne, gt(auditEntries.at, createdAt)))
    .limit(1);
  return since !== undefined;
}
