import type { Language } from "#messages/languages.ts";
import type { Conversation, OrderMessage } from "#shop/orders/messages/conversation.ts";

/** A message, and the language of its script; null if its text was erased. */
export type ShownMessage = OrderMessage & { language: Language | null };

/** A conversation on a page, with the idempotency key of the next message. */
export type ShownConversation = Omit<Conversation, "messages"> & { messages: ShownMessage[]; key: string };
