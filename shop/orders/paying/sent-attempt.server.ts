import { z } from "zod";
import type { ProviderAttempt } from "#shop/payments/providers/provider.ts";
import { jsonOf } from "#shop/payments/providers/read-answer-fields.ts";
import type { paymentAttempts } from "#shop/payments/tables.server.ts";

export type AttemptRow = typeof paymentAttempts.$inferSelect;

const Sent = z.object({
  id: z.string(),
  reference: z.string(),
  amountPaise: z.int(),
  description: z.string(),
  expiresAt: z.coerce.date(),
  returnUrl: z.string(),
});

/** What the provider is sent to open an attempt, the same each time. */
export function sentAttempt({ request }: Pick<AttemptRow, "request">): ProviderAttempt {
  return Sent.parse(jsonOf(request ?? ""));
}
