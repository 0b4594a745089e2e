import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { users } from "#shop/accounts/tables.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { emailKinds } from "../email.ts";
import { composeEmail } from "../sending/compose-email.server.ts";
import { type EmailRow, emails } from "../tables.server.ts";

/** An email as it would be sent now, with its secret links. */
export type ShownEmail = { id: string; subject: string; to: string[]; text: string; locale: string; isNeeded: boolean };

/**
 * Returns a whole email with its secret links, for the owner to pass on, and records that in the
 * audit log. Links begin with `origin`. An email about an account that is, or ever was, an admin's
 * is never shown, because its link gives access to the account. For admins. [S6.3]
 */
export async function showEmail(
  services: Pick<Services, "db" | "settings" | "vault" | "now">,
  visitor: Visitor,
  emailId: string,
  origin: string,
): Promise<Result<ShownEmail, "rightMissing" | "emailNotFound" | "emailOfAdmin">> {
  if (!may(visitor, "own-shop")) return rightMissing("own-shop");

  const settings = await readSettings(services);
  return inTransaction(services.db, async (tx) => {
    const [row] = await tx.select().from(emails).where(eq(emails.id, emailId));
    if (!row) return refused("emailNotFound");
    if (await isOfAdmin(tx, row))
      return refused("emailOfAdmin", {
        email: row.recipient ? services.vault.decrypt(placeOf("emails.recipient", row.id), row.recipient) : "<email>",
      });

    const composed = await composeEmail({ ...services, db: tx }, row, settings, origin);
    if (!composed) return refused("emailNotFound");
    const subject = { kind: "email" as const, id: row.id, name: emailKinds[row.kind] };
    await recordAction(tx, visitor, { action: "email-shown", subject }, services.now());
    const { email, to, isNeeded } = composed;
    const { html, ...written } = email;
    return ok({ id: row.id, ...written, to, isNeeded });
  });
}

/** Locks the account until the email is shown, so that it cannot become an admin's meanwhile. */
async function isOfAdmin(tx: Tx, { kind, userId }: EmailRow): Promise<boolean> {
  if (userId === null) return kind === "password-reset" || kind === "new-admin";
  const [user] = await tx.select({ wasAdmin: users.wasAdmin }).from(users).where(eq(users.id, userId)).for("share");
  return user?.wasAdmin ?? true;
}
