import { isUtf8 } from "node:buffer";
import { type JsonFault, JsonProblem } from "./json-problem.ts";
import { scanString, scanWord } from "./scan-token.ts";
import { TextPosition } from "./text-position.ts";

/**
 * Whether to read a value part by part, as a whole, or only validate it. Values other than objects
 * and lists always come as a whole.
 */
export type Wish = "enter" | "take" | "skip";

/**
 * A value with its path, and whether it is in a list; `undefined` if it was skipped. A number that
 * a double cannot hold exactly is a string of its digits.
 */
export type JsonPart = { path: readonly string[]; value: unknown; isInList: boolean };

/** The most bytes held at once: longer strings, and longer values read as a whole, are refused. */
const HELD_MAX = 32 * 1024 * 1024;
/** The deepest nesting. The fault that names it says the same number. */
const DEPTH_MAX = 200;

const [OBJECT, OBJECT_END, LIST, LIST_END, COLON, COMMA, QUOTE] = [0x7b, 0x7d, 0x5b, 0x5d, 0x3a, 0x2c, 0x22];
const BOM = Buffer.of(0xef, 0xbb, 0xbf);

type Expecting = "value" | "value or end" | "key" | "key or end" | "colon" | "comma or end" | "nothing";
type Open = { isList: boolean; isEntered: boolean; count: number };

/**
 * Reads a JSON text of any size and yields its parts, as chosen by `wish`, in the order of the
 * text. Memory holds one part at a time. Throws `JsonProblem` if the text is malformed, even in
 * skipped parts.
 */
export async function* readJson(source: AsyncIterable<Buffer>, wish: (path: readonly string[]) => Wish): AsyncGenerator<JsonPart> {
  const reader = new JsonReader(wish);
  for await (const chunk of source) yield* reader.read(chunk);
  yield* reader.end();
}

class JsonReader {
  readonly #wish: (path: readonly string[]) => Wish;
  readonly #position = new TextPosition();
  #text: Buffer = Buffer.alloc(0);
  #at = 0;
  #isAtEnd = false;
  #isBegun = false;
  #expecting: Expecting = "value";
  readonly #open: Open[] = [];
  readonly #path: string[] = [];
  /**
   * The value that is being read as a whole or skipped: its depth, and its start in the current
   * text.
   */
  #whole: { depth: number; from: number; wish: Wish } | null = null;
  #found: JsonPart[] = [];

  constructor(wish: (path: readonly string[]) => Wish) {
    this.#wish = wish;
  }

  *read(chunk: Buffer): Generator<JsonPart> {
    const restFrom = this.#whole?.wish === "take" ? Math.min(this.#whole.from, this.#at) : this.#at;
    this.#position.pass(this.#text.subarray(0, restFrom));
    const rest = this.#text.subarray(restFrom);
    this.#text = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    this.#at -= restFrom;
    if (this.#whole) this.#whole.from -= restFrom;
    if (rest.length > HELD_MAX) this.#refuse("one value is over 32 MB", 0);
    if (!this.#passBom()) return;
    yield* this.#scan();
  }

  *end(): Generator<JsonPart> {
    this.#isAtEnd = true;
    yield* this.#scan();
    if (this.#expecting !== "nothing") this.#refuse("the file ends too early", this.#text.length);
  }

  #passBom(): boolean {
    if (this.#isBegun) return true;
    if (this.#text.length < BOM.length && BOM.subarray(0, this.#text.length).equals(this.#text)) return false;
    this.#isBegun = true;
    if (this.#text.subarray(0, BOM.length).equals(BOM)) this.#text = this.#text.subarray(BOM.length);
    return true;
  }

  *#scan(): Generator<JsonPart> {
    while (this.#step()) {
      if (this.#found.length === 0) continue;
      yield* this.#found;
      this.#found = [];
    }
  }

  /** Reads one more token; false if more text is needed. */
  #step(): boolean {
    const byte = this.#passBlanks();
    if (byte === undefined) return false;
    switch (this.#expecting) {
      case "key or end":
        return byte === OBJECT_END ? this.#close() : this.#key(byte);
      case "key":
        return this.#key(byte);
      case "colon":
        return this.#mark(byte, COLON, "value", "a colon is missing");
      case "comma or end":
        return this.#commaOrEnd(byte);
      case "value or end":
        return byte === LIST_END ? this.#close() : this.#value(byte);
      case "value":
        return this.#value(byte);
      case "nothing":
        return this.#refuse("there is more text after the end");
    }
  }

  #passBlanks(): number | undefined {
    let byte = this.#text[this.#at];
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) {
      this.#at += 1;
      byte = this.#text[this.#at];
    }
    return byte;
  }

  #mark(byte: number, wanted: number, next: Expecting, wrong: JsonFault): boolean {
    if (byte !== wanted) return this.#refuse(wrong);
    this.#at += 1;
    this.#expecting = next;
    return true;
  }

  #commaOrEnd(byte: number): boolean {
    const isList = this.#open.at(-1)?.isList ?? false;
    if (byte === (isList ? LIST_END : OBJECT_END)) return this.#close();
    return this.#mark(byte, COMMA, isList ? "value" : "key", isList ? "a comma or ] is missing" : "a comma or } is missing");
  }

  #key(byte: number): boolean {
    if (byte !== QUOTE) return this.#refuse("a name in quotes is missing");
    const ends = this.#token(true);
    if (ends === null) return false;
    if (!this.#whole) this.#path[this.#open.length - 1] = this.#parse(this.#at, ends) as string;
    this.#at = ends;
    this.#expecting = "colon";
    return true;
  }

  #value(byte: number): boolean {
    const within = this.#open.at(-1);
    if (within?.isList && !this.#whole) this.#path[this.#open.length - 1] = String(within.count);
    if (byte === OBJECT || byte === LIST) return this.#enter(byte === LIST);
    const ends = this.#token(byte === QUOTE);
    if (ends === null) return false;
    if (!this.#whole) this.#find(this.#parse(this.#at, ends));
    this.#at = ends;
    this.#valueEnded();
    return true;
  }

  #enter(isList: boolean): boolean {
    if (this.#open.length >= DEPTH_MAX) return this.#refuse("more than 200 lists and objects are nested");
    const wish = this.#whole ? "take" : this.#wish(this.#path);
    if (!this.#whole && wish !== "enter") this.#whole = { depth: this.#open.length, from: this.#at, wish };
    this.#open.push({ isList, isEntered: wish === "enter", count: 0 });
    this.#at += 1;
    this.#expecting = isList ? "value or end" : "key or end";
    return true;
  }

  #close(): boolean {
    this.#open.pop();
    this.#at += 1;
    const whole = this.#whole;
    if (whole?.depth === this.#open.length) {
      this.#whole = null;
      this.#find(whole.wish === "take" ? this.#parse(whole.from, this.#at) : undefined);
    } else if (!whole) this.#path.length = this.#open.length;
    this.#valueEnded();
    return true;
  }

  #find(value: unknown): void {
    this.#found.push({ path: [...this.#path], value, isInList: this.#open.at(-1)?.isList ?? false });
  }

  #valueEnded(): void {
    const within = this.#open.at(-1);
    if (within) within.count += 1;
    this.#expecting = within ? "comma or end" : "nothing";
  }

  /** Where the current token ends; null if more text is needed. */
  #token(isString: boolean): number | null {
    const token = isString ? scanString(this.#text, this.#at) : scanWord(this.#text, this.#at, this.#isAtEnd);
    if (token === "more") return null;
    if ("wrong" in token) this.#refuse(token.wrong, token.at);
    return "ends" in token ? token.ends : null;
  }

  #parse(from: number, to: number): unknown {
    const bytes = this.#text.subarray(from, to);
    if (!isUtf8(bytes)) this.#refuse("the file isn't in UTF-8", from);
    return parseExactly(bytes.toString("utf8"));
  }

  #refuse(wrong: JsonFault, at = this.#at): never {
    const { line, column } = this.#position.behind(this.#text.subarray(0, at));
    throw new JsonProblem(line, column, wrong);
  }
}

const LONG_NUMBER = /\d{16}/;
type Source = { source?: string };

/** Parses JSON, but keeps a number that a double would change as a string of its digits. */
function parseExactly(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text);
  const parse = JSON.parse as (text: string, reviver: (key: string, value: unknown, context: Source) => unknown) => unknown;
  return parse(text, (_, value, { source }) => {
    const isChanged = typeof value === "number" && /^-?\d+$/.test(source ?? "") && String(value) !== source;
    return isChanged ? source : value;
  });
}
