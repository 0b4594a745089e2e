import { z } from "zod";
import { accountKey, email, key, language, text, time } from "./row-fields.ts";

/**
 * A row of `waitlist.json`: a confirmed address that waits for a product, or had its email. [S12.9]
 */
export const WaitlistRow = z.object({
  id: key,
  productId: text(100).min(1),
  email,
  language,
  userId: accountKey.nullable(),
  createdAt: time,
  confirmedAt: time,
  notifiedAt: time.nullable(),
  storedUntil: time,
});
