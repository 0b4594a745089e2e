import { z } from "zod";
import { emailAddress } from "../form-fields.ts";

/** The form that leaves an address for a sold-out product. [S12.9] */
export const WaitlistForm = z.object({
  email: emailAddress.overwrite((address) => address.toLowerCase()),
});
export type WaitlistForm = z.output<typeof WaitlistForm>;
