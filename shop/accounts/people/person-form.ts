import { z } from "zod";
import { confirmationFields } from "#shop/form-fields.ts";
import { type Right, rightNames } from "#shop/rights.ts";

/** The rights of a person, at least one, each once, in display order. Refuses `rightsRequired`. [S13.1] */
export const chosenRights = z
  .array(z.enum(rightNames), { error: (issue) => (issue.input === undefined ? "rightsRequired" : undefined) })
  .min(1, "rightsRequired")
  .transform((chosen): Right[] => rightNames.filter((right) => chosen.includes(right)));

/**
 * One change of a person: these rights, all of them as an owner, or whether the account is disabled;
 * with the own password and a code. [S13.8]
 */
export const PersonForm = z
  .object({
    rights: chosenRights.optional(),
    isOwner: z.literal(true).optional(),
    disabled: z.boolean().optional(),
    ...confirmationFields,
  })
  .refine(({ rights, isOwner, disabled }) => [rights, isOwner, disabled].filter((one) => one !== undefined).length === 1, "invalidInput");
export type PersonForm = z.output<typeof PersonForm>;
