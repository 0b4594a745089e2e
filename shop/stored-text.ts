import { z } from "zod";
import type { KeyedText } from "#messages/keyed-text.ts";
import { sentenceIn } from "#messages/sentence-in.ts";
import { jsonOf } from "./parse.ts";
import { type RefusalCode, type TextWords, textOf } from "./refusal.ts";

/**
 * A text that is stored in the database or in a file, such as a note that the shop itself writes.
 * Nobody knows yet who reads it, so it is English.
 */
export function storedText<C extends RefusalCode>(code: C, ...words: TextWords<C>): string {
  return sentenceIn("en", textOf(code, ...words));
}

/** A note that the shop itself writes into an order. */
export type OwnNote = keyof typeof earlierNotes | "paymentVerificationFailed";

/** How notes read that earlier versions wrote. */
const earlierNotes = {
  noReasonNoted: "No reason was noted.",
  movedFromCopyAlone:
    "Of this order only the customer's own copy came from the old shop, and customers could write theirs as they liked. Look for its payment before you approve it.",
} as const satisfies Partial<Record<RefusalCode, string>>;

/** A note as it may stand in an order: as it is written now, and as earlier versions wrote it. */
export function writtenNotes(note: OwnNote): string[] {
  return note === "paymentVerificationFailed" ? [storedText(note)] : [storedText(note), earlierNotes[note]];
}

/** A text that was stored by its key, or an English one of an earlier version. */
export type StoredText = KeyedText | string;

/** Stores a text by its key, so that each reader gets it in their language. */
export function storeKey(text: KeyedText): string {
  return JSON.stringify(text);
}

/** Reads what `storeKey` stored. Earlier versions stored an English sentence. */
export function readKey(stored: string): StoredText {
  const read = StoredKey.safeParse(stored.startsWith("{") ? jsonOf(stored) : null);
  return read.success ? (read.data as KeyedText) : stored;
}

/** A text in English, for the log and the command line. */
export function inEnglish(text: StoredText): string {
  return typeof text === "string" ? text : sentenceIn("en", text);
}

const StoredKey = z.object({ code: z.string(), words: z.record(z.string(), z.unknown()).optional() });
