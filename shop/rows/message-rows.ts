import { z } from "zod";
import { auditedActions } from "#shop/audit/audited-action.ts";
import { CONTACT_MESSAGE_MAX_LENGTH, PERSON_NAME_MAX_LENGTH } from "#shop/constants.ts";
import { type EmailKind, emailKinds, emailStates } from "#shop/emails/email.ts";
import { isStorable } from "#shop/parse.ts";
import { OLD_TEXT_MAX_LENGTH } from "./constants.ts";
import { accountKey, actor, email, key, name, rowNumber, storedText, text, time, whole } from "./row-fields.ts";

const word = text(10_000).optional();
const number = z.union([text(20), z.number()]).optional();

/** The facts of an email. Those that the shop reads are text, counts are text or numbers. */
const emailFacts = z.looseObject({ messageId: word, entryId: word, product: word, held: number, free: number }).refine(isStorable);

/** A row of the exported emails. */
export const EmailRow = z
  .object({
    id: key,
    kind: z.enum(Object.keys(emailKinds) as EmailKind[]),
    orderId: key.nullable(),
    userId: accountKey.nullable(),
    recipient: email.nullable(),
    facts: emailFacts,
    state: z.enum(emailStates),
    attempts: whole(),
    lastProblem: storedText(OLD_TEXT_MAX_LENGTH).nullable(),
    createdAt: time,
    nextAttemptAt: time.nullable(),
    sentAt: time.nullable(),
  })
  .refine(({ state, sentAt }) => (state === "sent") === (sentAt !== null), { path: ["sentAt"] });

/** A row of `messages.json`: a message from the contact page, by the rules of its form. [S2.27] */
export const MessageRow = z.object({
  id: key,
  name: name(PERSON_NAME_MAX_LENGTH),
  email,
  message: text(CONTACT_MESSAGE_MAX_LENGTH).min(1),
  userId: accountKey.nullable(),
  createdAt: time,
  handledAt: time.nullable(),
});

const actions: Readonly<Record<string, object>> = auditedActions;

/** A row of `audit.json`: an action that exists for the kind of its subject. [S4.6] */
export const AuditRow = z
  .object({
    id: rowNumber,
    at: time,
    adminId: actor,
    adminName: text(1_000).min(1),
    action: z.string(),
    subjectKind: z.enum(Object.keys(auditedActions)),
    subjectId: text(1_000),
    subjectName: text(OLD_TEXT_MAX_LENGTH),
    facts: z.record(z.string(), z.union([text(10_000), z.number(), z.boolean(), z.null()])).refine(isStorable),
  })
  .refine(({ subjectKind, action }) => Object.hasOwn((Object.hasOwn(actions, subjectKind) && actions[subjectKind]) || {}, action), {
    path: ["action"],
    message: "is no action of the shop",
  });
