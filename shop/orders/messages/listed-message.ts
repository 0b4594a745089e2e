import type { AskedKind } from "#shop/settings/question-presets.ts";
import type { OrderStatus } from "../order.ts";
import type { MessageSide } from "./conversation.ts";

/** Which messages a list shows: those that wait for an answer, those that wait for their buyers, or all. [S14.8] */
export const messageStates = ["open", "waiting", "all"] as const;
export type MessageState = (typeof messageStates)[number];

/** A message from the contact page, for persons who answer. [S2.27] */
export type ContactMessage = {
  kind: "contact";
  id: string;
  name: string;
  email: string;
  message: string;
  at: Date;
  handledAt: Date | null;
};

/** An order's conversation with its last message; `at` is since when it waits, or when that was written. */
export type ListedConversation = {
  kind: "order";
  requestCode: string;
  productName: string;
  nameLanguage: string | null;
  status: OrderStatus;
  isOpen: boolean;
  side: MessageSide;
  text: string | null;
  hasPicture: boolean;
  isErased: boolean;
  /** What it asks for, or as an answer brings; null: nothing. */
  asks: AskedKind | null;
  /** Whether it says that an ID does not work. */
  isClaim: boolean;
  at: Date;
};

export type ListedMessage = ContactMessage | ListedConversation;
