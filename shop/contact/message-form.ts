import { z } from "zod";
import { CONTACT_MESSAGE_MAX_LENGTH, PERSON_NAME_MAX_LENGTH } from "../constants.ts";
import { emailAddress } from "../form-fields.ts";

/**
 * A message to the shop. `key` is an idempotency key: sending the form twice stores one message.
 * [S2.27]
 */
export const MessageForm = z.object({
  name: z.string("nameRequired").trim().min(1, "nameRequired").max(PERSON_NAME_MAX_LENGTH),
  email: emailAddress,
  message: z
    .string()
    .transform((text) => text.replace(/\r\n?/g, "\n").trim())
    .pipe(z.string().min(1, "fieldRequired").max(CONTACT_MESSAGE_MAX_LENGTH)),
  key: z.string().max(100).nullish(),
  /** A hidden field that bots fill in, and sometimes a browser's autofill. */
  leaveEmpty: z.string().nullish(),
});
export type MessageForm = z.output<typeof MessageForm>;

/** An admin's form to mark a message as handled or open. */
export const HandlingForm = z.object({ handled: z.enum(["true", "false"]).transform((handled) => handled === "true") });
export type HandlingForm = z.output<typeof HandlingForm>;
