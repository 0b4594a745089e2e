import { z } from "zod";
import { CONTACT_MESSAGE_MAX_LENGTH, EMAIL_MAX_LENGTH, PERSON_NAME_MAX_LENGTH } from "../constants.ts";

/** What somebody writes to the shop. `key` stands for this writing, so that sending it twice is one message. [S2.27] */
export const MessageForm = z.object({
  name: z.string("nameRequired").trim().min(1, "nameRequired").max(PERSON_NAME_MAX_LENGTH),
  email: z.string().trim().min(1, "fieldRequired").max(EMAIL_MAX_LENGTH).pipe(z.email("emailInvalid")),
  message: z
    .string()
    .transform((text) => text.replace(/\r\n?/g, "\n").trim())
    .pipe(z.string().min(1, "fieldRequired").max(CONTACT_MESSAGE_MAX_LENGTH)),
  key: z.string().max(100).nullish(),
  /** A field that people do not see; what fills it in is no person. */
  website: z.string().max(1_000).nullish(),
});
export type MessageForm = z.output<typeof MessageForm>;

/** What an admin sends to say whether a message is done with. */
export const HandlingForm = z.object({ handled: z.enum(["true", "false"]).transform((handled) => handled === "true") });
export type HandlingForm = z.output<typeof HandlingForm>;
