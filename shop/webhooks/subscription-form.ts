import { z } from "zod";
import { LINK_MAX_LENGTH } from "../constants.ts";
import { allEvents } from "./notice.ts";

const text = (max: number) => z.string().trim().max(max);

/** One event at least; each counts once. */
const events = z
  .array(z.enum(allEvents, "listenerEventsNeeded"), "listenerEventsNeeded")
  .min(1, "listenerEventsNeeded")
  .transform((chosen) => allEvents.filter((event) => chosen.includes(event)));

const url = text(LINK_MAX_LENGTH).min(1, "webhookUrlInvalid");
const chatId = text(64).regex(/^(-?\d{1,20}|@[A-Za-z]\w{3,31})$/, "chatIdInvalid");
const token = text(200).regex(/^\d{1,20}:[\w-]{20,150}$/, "botTokenInvalid");

/** A new webhook: where it goes, and what it is told. */
export const WebhookForm = z.object({ url, events });
export type WebhookForm = z.output<typeof WebhookForm>;

/** A chat of the messaging app: the bot that writes, the chat that it writes to, and what it tells. */
export const ChatForm = z.object({ token, chatId, events });
export type ChatForm = z.output<typeof ChatForm>;

/** What can be changed later: what is told, and whether anything is; of a bot its token, where one is given. */
export const ListenerChangeForm = z.object({
  events,
  isOn: z
    .enum(["on", ""])
    .nullish()
    .transform((value) => value === "on"),
  token: z
    .literal("")
    .transform(() => null)
    .or(token)
    .nullish()
    .transform((given) => given ?? null),
});
export type ListenerChangeForm = z.output<typeof ListenerChangeForm>;
