import { setTimeout as wait } from "node:timers/promises";
import { and, eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { ok, type Result } from "#shop/refusal.ts";
import { resetLimits } from "#shop/settings/rate-limits.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { countWithin, inNetworks } from "#shop/settings/within-limits.server.ts";
import type { ForgotPasswordForm } from "../account-forms.ts";
import { RESET_ANSWER_MS } from "../constants.ts";
import { CLIENT_ADDRESS_HEADER } from "../sessions/cookies.ts";
import { logAttempt } from "../sign-in/log-attempt.server.ts";
import { users } from "../tables.server.ts";
import { sendPasswordLink } from "./send-password-link.server.ts";

type Needs = Pick<Services, "db" | "settings" | "waits" | "log" | "vault"> & QueueNeeds;

/**
 * Queues the email with a link to set a new password, which voids any older link. The answer and
 * its timing are the same for an unknown address or a disabled account, but nothing is sent to
 * those. Refuses `tooManyRequests`. [S2.17] [S8.3]
 */
export async function askForReset(
  services: Needs,
  { email }: ForgotPasswordForm,
  headers: Headers,
): Promise<Result<null, "tooManyRequests">> {
  const address = headers.get(CLIENT_ADDRESS_HEADER) ?? "";
  const allowed = await countWithin(services, inNetworks(resetLimits(await readSettings(services), address, email), address));
  if (!allowed.ok) return allowed;

  await Promise.all([writeEmail(services, email), wait(RESET_ANSWER_MS)]);
  return logAttempt(services, "reset asked for", ok(null), headers, { email });
}

async function writeEmail(services: Needs, email: string): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.email, email), eq(users.disabled, false)))
      .for("update");
    if (!user) return;

    await sendPasswordLink(services, tx, { userId: user.id, email });
  });
}
