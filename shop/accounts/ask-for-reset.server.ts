import { setTimeout as wait } from "node:timers/promises";
import { and, eq } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { sha256 } from "#platform/vault.server.ts";
import { type QueueNeeds, queueLetter } from "#shop/letters/queue-letter.server.ts";
import { resetTokenOf } from "#shop/letters/reset-token.server.ts";
import { RESET_ANSWER_MS, RESET_LINK_VALID_MS } from "../constants.ts";
import { granted, type Result } from "../refusal.ts";
import { keepWithin } from "../settings/keep-within.server.ts";
import { resetLimits } from "../settings/limits.ts";
import { readSettings } from "../settings/settings.server.ts";
import type { ForgotPasswordForm } from "./account-forms.ts";
import { CLIENT_ADDRESS_HEADER } from "./cookies.ts";
import { noted } from "./note-try.server.ts";
import { passwordResets, users } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "live" | "log" | "vault"> & QueueNeeds;

/**
 * Queues the letter with a link to set a new password, which voids an older link. What is answered, and when, is the same for an unknown address
 * and a disabled account, to which nothing is sent. Refuses `tooManyRequests`. [S2.17] [S8.3]
 */
export async function askForReset(
  services: Needs,
  { email }: ForgotPasswordForm,
  headers: Headers,
): Promise<Result<null, "tooManyRequests">> {
  const address = headers.get(CLIENT_ADDRESS_HEADER) ?? "";
  const allowed = await keepWithin(services, resetLimits(await readSettings(services), address, email));
  if (!allowed.ok) return allowed;

  await Promise.all([writeLetter(services, email), wait(RESET_ANSWER_MS)]);
  return noted(services, "reset asked for", granted(null), headers, { email });
}

async function writeLetter(services: Needs, email: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.email, email), eq(users.disabled, false)))
      .for("update");
    if (!user) return;

    const letterId = await queueLetter(services, tx, { kind: "password-reset", to: { email }, userId: user.id });
    const tokenHash = sha256(resetTokenOf(services, letterId));
    const expiresAt = new Date(services.now().getTime() + RESET_LINK_VALID_MS);
    await tx
      .insert(passwordResets)
      .values({ userId: user.id, tokenHash, expiresAt })
      .onConflictDoUpdate({ target: passwordResets.userId, set: { tokenHash, expiresAt } });
  });
}
