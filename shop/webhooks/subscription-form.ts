import { z } from "zod";
import { LINK_MAX_LENGTH } from "../constants.ts";
import { allEvents } from "./delivery.ts";

const text = (max: number) => z.string().trim().max(max);

/** At least one event; duplicates are removed. */
const events = z
  .array(z.enum(allEvents, "subscriptionEventsNeeded"), "subscriptionEventsNeeded")
  .min(1, "subscriptionEventsNeeded")
  .transform((chosen) => allEvents.filter((event) => chosen.includes(event)));

const url = text(LINK_MAX_LENGTH).min(1, "webhookUrlInvalid");
const chatId = text(64).regex(/^(-?\d{1,20}|@[A-Za-z]\w{3,31})$/, "chatIdInvalid");
const token = text(200).regex(/^\d{1,20}:[\w-]{20,150}$/, "botTokenInvalid");

/** A new webhook: its URL and its events. */
export const WebhookForm = z.object({ url, events });
export type WebhookForm = z.output<typeof WebhookForm>;

/** A new chat: the bot's token, the chat's id and its events. */
export const ChatForm = z.object({ token, chatId, events });
export type ChatForm = z.output<typeof ChatForm>;

/** Changes to a subscription: its events, whether it is on, and optionally a bot's new token. */
export const SubscriptionChangeForm = z.object({
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
export type SubscriptionChangeForm = z.output<typeof SubscriptionChangeForm>;
