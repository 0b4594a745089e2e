import { languageOfWriting } from "#messages/languages.ts";
import type { Conversation } from "#shop/orders/messages/conversation.ts";
import type { ShownConversation } from "./shown-conversation.ts";

/** A conversation for a page: with the language of each text's script, and a key for the next message. [S14.2] */
export function shownConversation({ messages, question, ...conversation }: Conversation): ShownConversation {
  return {
    ...conversation,
    messages: messages.map(withLanguage),
    question: question && withLanguage(question),
    key: crypto.randomUUID(),
  };
}

function withLanguage<T extends { text: string | null }>(written: T) {
  return { ...written, language: written.text === null ? null : languageOfWriting(written.text) };
}
