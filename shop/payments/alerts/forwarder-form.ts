import { z } from "zod";
import { PERSON_NAME_MAX_LENGTH } from "#shop/constants.ts";
import { asciiDigits } from "#shop/digits.ts";
import { confirmationFields } from "#shop/form-fields.ts";
import { SENDERS_MAX } from "./constants.ts";

const SENDER_MAX_LENGTH = 100;

/** The senders that count, one a line or with commas between, or as a list. */
const senders = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => [
    ...new Set(
      (typeof given === "string" ? given.split(/[\n,;]/) : given).map((one) => one.replace(/\s+/g, " ").trim()).filter((one) => one !== ""),
    ),
  ])
  .refine((all) => all.length >= 1 && all.length <= SENDERS_MAX && all.every(isSender), "sendersInvalid");

function isSender(sender: string): boolean {
  return sender.length <= SENDER_MAX_LENGTH && !/\p{C}/u.test(sender);
}

/**
 * A new forwarder: its name, the senders that count, the account's last digits, and the owner's own
 * password with a code. [S16.1]
 */
export const ForwarderForm = z.object({
  name: z
    .string()
    .trim()
    .min(1, "nameRequired")
    .max(PERSON_NAME_MAX_LENGTH)
    .refine((name) => !/\p{C}/u.test(name), "invalidInput"),
  senders,
  accountDigits: z
    .string()
    .transform((digits) => asciiDigits(digits).trim())
    .refine((digits) => /^\d{3,6}$/.test(digits), "accountDigitsInvalid"),
  ...confirmationFields,
});
export type ForwarderForm = z.output<typeof ForwarderForm>;
