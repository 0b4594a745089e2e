import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { ProviderName } from "../payment.ts";
import { paymentMethodSettings } from "../tables.server.ts";

/**
 * Notes since when a provider does not answer, or does not take the keys, and that it answers
 * again. Writes only when that changes. [S10.11]
 */
export async function recordSilence(
  { db, now }: Pick<Services, "db" | "now">,
  name: ProviderName,
  answer: { outcome: string; why?: string },
): Promise<void> {
  const isSilent = answer.outcome === "unsure" || answer.why === "keys" || answer.why === "busy";
  const { silentSince } = paymentMethodSettings;
  await db
    .update(paymentMethodSettings)
    .set({ silentSince: isSilent ? now() : null })
    .where(and(eq(paymentMethodSettings.name, name), isSilent ? isNull(silentSince) : isNotNull(silentSince)));
}
