import { z } from "zod";
import { EMAIL_MAX_LENGTH } from "./constants.ts";

/** Optional text; empty and blank become null. */
export const optionalText = (max: number) =>
  z
    .string()
    .max(max)
    .nullish()
    .transform((text) => text?.trim() || null);

/** An optional email address; empty becomes null. */
export const optionalEmail = optionalText(EMAIL_MAX_LENGTH).pipe(z.email("emailInvalid").nullable());

/** A checkbox, or a boolean in JSON. Missing means not ticked. */
export const ticked = z
  .union([z.boolean(), z.enum(["", "on", "true", "false"])])
  .nullish()
  .transform((value) => value === true || value === "on" || value === "true");
