import { z } from "zod";
import { jsonOf } from "#shop/parse.ts";
import type { ProviderAttempt } from "#shop/payments/providers/provider.ts";
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

/** Whether a stored request can be sent. */
export function isSentAttempt({ request }: Pick<AttemptRow, "request">): boolean {
  return Sent.safeParse(jsonOf(request ?? "")).success;
}
