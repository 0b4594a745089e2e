import { languageOfWriting } from "#messages/languages.ts";
import type { Conversation } from "#shop/orders/messages/conversation.ts";
import type { ShownConversation } from "./shown-conversation.ts";

/** A conversation for a page: with the language of each text's script, and a key for the next message. [S14.2] */
export function shownConversation({ messages, ...conversation }: Conversation): ShownConversation {
  const shown = messages.map((message) => ({ ...message, language: message.text === null ? null : languageOfWriting(message.text) }));
  return { ...conversation, messages: shown, key: crypto.randomUUID() };
}
