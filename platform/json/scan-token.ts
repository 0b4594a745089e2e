import type { JsonFault } from "./json-problem.ts";

/**
 * The result of scanning a token: where it ends, that more text is needed, or what is wrong and
 * where.
 */
type Token = { ends: number } | "more" | { wrong: JsonFault; at: number };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LOWER_U = 0x75;
const ESCAPED = new Set([...'"\\/bfnrtu'].map((char) => char.charCodeAt(0)));
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const WORDS = new Set(["true", "false", "null"]);
/** A longer number or word is refused. */
const WORD_MAX = 1_000;

/** Scans the string that begins at `from`, with its quotes. */
export function scanString(text: Buffer, from: number): Token {
  for (let at = from + 1; at < text.length; at += 1) {
    const byte = text[at] ?? 0;
    if (byte === QUOTE) return { ends: at + 1 };
    if (byte < 0x20) return { wrong: "a text has a line break or control character in it", at };
    if (byte !== BACKSLASH) continue;
    const escaped = text[at + 1];
    if (escaped === undefined) return "more";
    if (!ESCAPED.has(escaped)) return { wrong: "JSON has no such escape after a backslash", at };
    if (escaped === LOWER_U) {
      if (at + 6 > text.length) return "more";
      if (!/^[0-9a-fA-F]{4}$/.test(text.toString("latin1", at + 2, at + 6)))
        return { wrong: "an escape needs four hexadecimal digits", at };
      at += 4;
    }
    at += 1;
  }
  return "more";
}

/** Scans the number, `true`, `false` or `null` that begins at `from`. */
export function scanWord(text: Buffer, from: number, isAtEnd: boolean): Token {
  let ends = from;
  while (ends < text.length && isWordByte(text[ends] ?? 0)) ends += 1;
  if (ends === text.length && !isAtEnd && ends - from < WORD_MAX) return "more";
  const word = text.toString("latin1", from, Math.min(ends, from + WORD_MAX));
  if (WORDS.has(word) || (NUMBER.test(word) && ends - from < WORD_MAX)) return { ends };
  return { wrong: "a value is missing", at: from };
}

function isWordByte(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    byte === 0x2d ||
    byte === 0x2b ||
    byte === 0x2e
  );
}
