import { z } from "zod";
import { en } from "#messages/en.ts";
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
  noReasonGiven: "No reason was noted.",
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

/**
 * Reads what `storeKey` stored. Earlier versions stored an English sentence. What no sentence can
 * be made of is returned as it stands, because a row may come from another shop or version.
 */
export function readKey(stored: string): StoredText {
  const read = StoredKey.safeParse(jsonOfObject(stored));
  if (!read.success) return stored;
  const text = read.data as KeyedText;
  if (!Object.hasOwn(en.refusals, text.code)) return stored;
  try {
    sentenceIn("en", text);
    return text;
  } catch {
    return stored;
  }
}

/** Whether a text can be what `storeKey` stored, or a sentence of an earlier version. */
export function isStoredText(stored: string): boolean {
  const given = jsonOfObject(stored);
  const isKeyed = typeof given === "object" && given !== null && Object.hasOwn(given, "code");
  return !isKeyed || StoredKey.safeParse(given).success;
}

function jsonOfObject(stored: string): unknown {
  return stored.startsWith("{") ? jsonOf(stored) : null;
}

/** A text in English, for the log and the command line. */
export function inEnglish(text: StoredText): string {
  return typeof text === "string" ? text : sentenceIn("en", text);
}

/** A key of the catalogue, also one of another version, and no name that every object has. */
const code = z
  .string()
  .regex(/^[a-z]\w{0,99}$/i)
  .refine((given) => !(given in {}));

/** Texts in a text are at most as deep as this: a list in a sentence in a sentence. */
const DEPTH_MAX = 4;

const StoredKey = keyedText(DEPTH_MAX);

function keyedText(depth: number): z.ZodType {
  const text = depth > 1 ? keyedText(depth - 1) : z.never();
  const word = z.union([z.string(), z.number(), text, z.array(text)]);
  return z.object({ code, words: z.record(z.string(), word).optional() });
}
