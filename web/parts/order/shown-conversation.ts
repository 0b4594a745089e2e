import type { Language } from "#messages/languages.ts";
import type { Conversation, OrderMessage } from "#shop/orders/messages/conversation.ts";
import type { Question } from "#shop/orders/messages/question.ts";

/** A message, and the language of its script; null if its text was erased. */
export type ShownMessage = OrderMessage & { language: Language | null };

/** The open question, and the language of its script. */
export type ShownQuestion = Question & { language: Language | null };

/** A conversation on a page, with the idempotency key of the next message. */
export type ShownConversation = Omit<Conversation, "messages" | "question"> & {
  messages: ShownMessage[];
  question: ShownQuestion | null;
  key: string;
};
