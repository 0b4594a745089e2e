import { z } from "zod";
import { PERSON_NAME_MAX_LENGTH } from "#shop/constants.ts";
import { confirmationFields, optionalEmail } from "#shop/form-fields.ts";
import { PASSWORD_MAX_LENGTH } from "../constants.ts";
import { chosenRights } from "../people/person-form.ts";

/**
 * An invitation: the person's name and rights, the address that alone may use it, if any, and the
 * owner's own password with a code. [S13.7]
 */
export const InvitationForm = z.object({
  name: z
    .string()
    .trim()
    .min(1, "nameRequired")
    .max(PERSON_NAME_MAX_LENGTH)
    .refine((name) => !/\p{C}/u.test(name), "invalidInput"),
  rights: chosenRights,
  email: optionalEmail.transform((email) => email?.toLowerCase() ?? null),
  ...confirmationFields,
});
export type InvitationForm = z.output<typeof InvitationForm>;

/**
 * What the invited person sends: an address, unless the invitation names one, and a password, twice
 * for a new account, which `acceptInvitation` checks. [S13.7]
 */
export const JoinForm = z.object({
  email: optionalEmail.transform((email) => email?.toLowerCase() ?? null),
  password: z.string().min(1, "fieldRequired").max(PASSWORD_MAX_LENGTH, "passwordLength"),
  passwordAgain: z.string().max(PASSWORD_MAX_LENGTH).optional(),
});
export type JoinForm = z.output<typeof JoinForm>;
