import type { Tx } from "#platform/database/open.server.ts";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import { RESET_LINK_VALID_MS } from "#shop/constants.ts";
import { type QueueNeeds, queueEmail } from "#shop/emails/queue-email.server.ts";
import { resetTokenOf } from "#shop/emails/reset-token.server.ts";
import { passwordResets } from "../tables.server.ts";

type PasswordLink = { userId: string; email: string };

/**
 * Queues the email with a link that sets the account's password; any older link stops working. The
 * caller must lock the account first. [S2.17]
 */
export async function sendPasswordLink(services: QueueNeeds & Pick<Services, "vault">, tx: Tx, link: PasswordLink): Promise<void> {
  const { userId, email } = link;
  const emailId = await queueEmail(services, tx, { kind: "password-reset", to: { email }, userId });
  const tokenHash = sha256(resetTokenOf(services, emailId));
  const expiresAt = new Date(services.now().getTime() + RESET_LINK_VALID_MS);
  await tx
    .insert(passwordResets)
    .values({ userId, tokenHash, expiresAt })
    .onConflictDoUpdate({ target: passwordResets.userId, set: { tokenHash, expiresAt } });
}
