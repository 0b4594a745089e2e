import { z } from "zod";

/**
 * The values that need the own password and are reported to every admin: where the buyers' money
 * goes, and where news of orders does.
 */
const guardedValues = [
  ...(["vpa", "payeeName", "keyId", "keySecret", "secretKey", "webhookSecret", "howToPay"] as const),
  ...(["webhookAddress", "webhookSigningSecret", "chat", "botToken"] as const),
] as const;

/**
 * A guarded value that changed: whose it is (a provider, a language, an address; may be empty), and
 * what it was and is. Of a secret only the last four characters.
 */
export const GuardedChange = z.object({
  what: z.enum(guardedValues),
  of: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type GuardedChange = z.output<typeof GuardedChange>;
