import { z } from "zod";
import { PERSON_NAME_MAX_LENGTH } from "../constants.ts";
import { emailAddress } from "../form-fields.ts";
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "./constants.ts";

/** Generous: leaves room for the spaces and hyphens that people type. */
const CODE_MAX_LENGTH = 60;

const required = z.string().min(1, "fieldRequired");

const email = emailAddress.overwrite((address) => address.toLowerCase());

const newPassword = required.min(PASSWORD_MIN_LENGTH, "passwordLength").max(PASSWORD_MAX_LENGTH, "passwordLength");

/** The login form. [S2.16] [S5.9] */
export const LogInForm = z.object({ email, password: required.max(PASSWORD_MAX_LENGTH) });
export type LogInForm = z.output<typeof LogInForm>;

/**
 * An email address and a new password, as the JSON API and the command line send them. Without a
 * name, the account gets the part of the address before the @. [S7.4]
 */
export const Credentials = z.object({
  email,
  password: newPassword,
  name: z
    .string()
    .trim()
    .max(PERSON_NAME_MAX_LENGTH)
    .refine((name) => !name.includes("\0"), "invalidInput")
    .nullish(),
});
export type Credentials = z.output<typeof Credentials>;

/** The form of the sign-up page and the set-up link, with the password twice. [S2.18] [S5.9] */
export const SignUpForm = z
  .object({ email, password: newPassword, passwordAgain: required })
  .refine((form) => form.password === form.passwordAgain, { error: "passwordsDoNotMatch", path: ["passwordAgain"] });
export type SignUpForm = z.output<typeof SignUpForm>;

/** A new password, typed twice, from the page that a reset link opens. [S2.17] */
export const NewPasswordForm = z
  .object({ password: newPassword, passwordAgain: required })
  .refine((form) => form.password === form.passwordAgain, { error: "passwordsDoNotMatch", path: ["passwordAgain"] });
export type NewPasswordForm = z.output<typeof NewPasswordForm>;

/** The current password, and the new one twice. */
export const ChangePasswordForm = z
  .object({ currentPassword: required.max(PASSWORD_MAX_LENGTH), password: newPassword, passwordAgain: required })
  .refine((form) => form.password === form.passwordAgain, { error: "passwordsDoNotMatch", path: ["passwordAgain"] });
export type ChangePasswordForm = z.output<typeof ChangePasswordForm>;

/** The address of somebody who forgot the password. [S2.17] */
export const ForgotPasswordForm = z.object({ email });
export type ForgotPasswordForm = z.output<typeof ForgotPasswordForm>;

/** A new display name. [S3.6] */
export const NameForm = z.object({ name: z.string().trim().min(1, "nameRequired").max(PERSON_NAME_MAX_LENGTH) });
export type NameForm = z.output<typeof NameForm>;

/** The current password, which confirms the deletion of an account. */
export const DeletionForm = z.object({ currentPassword: required.max(PASSWORD_MAX_LENGTH) });
export type DeletionForm = z.output<typeof DeletionForm>;

/** The visitor's own password, asked again before a sensitive action. */
export const OwnPasswordForm = z.object({ currentPassword: required.max(PASSWORD_MAX_LENGTH) });
export type OwnPasswordForm = z.output<typeof OwnPasswordForm>;

/** A code from the authenticator app, or a recovery code, as typed. */
export const CodeForm = z.object({ code: z.string().trim().min(1, "fieldRequired").max(CODE_MAX_LENGTH) });
export type CodeForm = z.output<typeof CodeForm>;

/** The password and a code, which switch the second factor off. */
export const SecondFactorRemovalForm = OwnPasswordForm.extend(CodeForm.shape);
export type SecondFactorRemovalForm = z.output<typeof SecondFactorRemovalForm>;

/** The display name of an account without one: the part of the address before the @. [S3.6] */
export function displayNameOf(email: string): string {
  return (email.split("@")[0] ?? email).slice(0, PERSON_NAME_MAX_LENGTH);
}
