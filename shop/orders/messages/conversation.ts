import type { AskedKind } from "#shop/settings/question-presets.ts";
import type { ClaimReason } from "../claims/claim.ts";
import type { Question } from "./question.ts";

/** Whose side a message is on, and for whom an order waits. [S14.1] [S14.7] */
export const messageSides = ["buyer", "shop"] as const;
export type MessageSide = (typeof messageSides)[number];

/** A message as both sides read it; an erased one has neither text nor picture, and `asks` is what a question asks for or an answer brings. Nobody reads which person of the shop wrote it. */
export type OrderMessage = {
  number: number;
  side: MessageSide;
  text: string | null;
  hasPicture: boolean;
  isErased: boolean;
  asks: AskedKind | null;
  hasEarlierProof: boolean;
  at: Date;
  claim: ClaimEntry | null;
};

/** What a message claims: the places of the IDs, from 1, and what is wrong with them. [S15.2] */
export type ClaimEntry = { reason: ClaimReason; places: number[] };

/** The last messages of an order, the oldest first, and how many earlier ones there are; `language` is the order's. [S14.1] */
export type Conversation = {
  messages: OrderMessage[];
  earlier: number;
  waitsFor: MessageSide | null;
  question: Question | null;
  language: string | null;
};

/** What both sides call a message, for example `REQ-MX0K4BK0-3`. [S14.15] */
export function messageName(requestCode: string, number: number): string {
  return `${requestCode}-${number}`;
}

/**
 * The topic of an order's conversation, for those who may read it: everybody with the code may
 * follow the order's own. [S14.1]
 */
export function conversationTopic(requestCode: string): string {
  return `conversation:${requestCode}`;
}
