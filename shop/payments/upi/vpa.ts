import { z } from "zod";
import { canonicalText } from "#shop/canonical-text.ts";

/** A virtual payment address: a name and the handle of a bank or an app, `shop@okbank`. */
const VPA = /^[a-z0-9][a-z0-9._-]{1,254}@[a-z][a-z0-9]{1,63}$/i;

/** The longest virtual payment address. */
const VPA_MAX_LENGTH = 255;

/** A virtual payment address as people type and paste it. Refuses `vpaInvalid`. [S10.12] */
export const Vpa = z
  .string()
  .transform((text) => canonicalText(text).replaceAll(" ", ""))
  .refine((vpa) => vpa.length <= VPA_MAX_LENGTH && VPA.test(vpa), "vpaInvalid");
