import { z } from "zod";
import { EMAIL_MAX_LENGTH } from "../constants.ts";

/** The form that leaves an address for a sold-out product. [S12.9] */
export const WaitlistForm = z.object({
  email: z.string().trim().toLowerCase().min(1, "fieldRequired").max(EMAIL_MAX_LENGTH).pipe(z.email("emailInvalid")),
});
export type WaitlistForm = z.output<typeof WaitlistForm>;
