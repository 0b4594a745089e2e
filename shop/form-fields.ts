import { z } from "zod";
import { withoutUnseen } from "./canonical-text.ts";
import { EMAIL_MAX_LENGTH } from "./constants.ts";

/** Optional text; empty and blank become null. */
export const optionalText = (max: number) =>
  z
    .string()
    .max(max)
    .nullish()
    .transform((text) => text?.trim() || null);

/** An email address without the invisible characters that come along when it is copied. */
export const emailAddress = z.string().overwrite(withoutUnseen).min(1, "fieldRequired").max(EMAIL_MAX_LENGTH).pipe(z.email("emailInvalid"));

/** An optional email address, read alike; empty becomes null. */
export const optionalEmail = optionalText(EMAIL_MAX_LENGTH)
  .transform((text) => (text && withoutUnseen(text)) || null)
  .pipe(z.email("emailInvalid").nullable());

/**
 * The own password and a code of the second factor, which a form sends along where it may change
 * something that needs them. They are asked for only then.
 */
export const confirmationFields = { currentPassword: z.string().max(1_000).optional(), code: z.string().max(100).optional() };
export const ConfirmationForm = z.object(confirmationFields);
export const confirmationNames = Object.keys(confirmationFields);
export type Confirmation = z.output<typeof ConfirmationForm>;

/** Separates the password and the code from what a form changes. */
export function withoutConfirmation<F extends Confirmation>({ currentPassword, code, ...form }: F) {
  return { form: form as WithoutConfirmation<F>, confirmation: { currentPassword, code } };
}

type WithoutConfirmation<F> = F extends unknown ? Omit<F, keyof Confirmation> : never;

/** A checkbox, or a boolean in JSON. Missing means not ticked. */
export const ticked = z
  .union([z.boolean(), z.enum(["", "on", "true", "false"])])
  .nullish()
  .transform((value) => value === true || value === "on" || value === "true");
