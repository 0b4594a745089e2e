import { ok, type Result, refused } from "#shop/refusal.ts";
import { ID_MAX_LENGTH } from "./constants.ts";

/**
 * The shape of a product's IDs: a sequence of pieces, each a number of characters of one kind. It
 * must match the whole ID.
 */
export type IdPattern = Piece[];
type Piece = { ranges: Range[]; isNegated: boolean; min: number; max: number };
type Range = readonly [from: number, to: number];

const DIGITS: Range[] = [[48, 57]];
const WORD: Range[] = [...DIGITS, [65, 90], [95, 95], [97, 122]];
const ANY: Range[] = [[0, 0x10ffff]];
const PIECE = /(?:\\(.)|\[(\^?)((?:\\.|[^\]\\])+)\]|([^\\[\](){}|?*+^$]))(?:([?*+])|\{(\d{1,3})(,(\d{0,3}))?\})?/suy;
const IN_CLASS = /(\\?)(.)(?:-(\\?)([^\]]))?/suy;

/**
 * Reads a pattern: characters, `.`, `\d`, `\w` and classes such as `[A-Z0-9]`, each optionally
 * followed by `{6}`, `{4,12}`, `?`, `*` or `+`. Groups and alternatives are left out, so matching
 * takes at most pattern length times ID length. Refuses `idPatternInvalid`.
 */
export function readIdPattern(text: string): Result<IdPattern, "idPatternInvalid"> {
  const inner = text.replace(/^\^/, "").replace(/(?<=(?:^|[^\\])(?:\\\\)*)\$$/, "");
  const pieces: IdPattern = [];
  PIECE.lastIndex = 0;
  while (PIECE.lastIndex < inner.length) {
    const piece = pieceOf(PIECE.exec(inner));
    if (!piece) return refused("idPatternInvalid");
    pieces.push(piece);
  }
  return ok(pieces);
}

/**
 * Whether a pattern matches the whole ID. Takes pieces times characters steps at most, so no
 * pattern can make it hang.
 */
export function matchesPattern(pattern: IdPattern, id: string): boolean {
  const signs = Array.from(id, (sign) => sign.codePointAt(0) ?? 0);
  let reached: boolean[] = [true, ...signs.map(() => false)];
  for (const piece of pattern) {
    reached = afterPiece(piece, signs, reached);
    if (!reached.includes(true)) return false;
  }
  return reached[signs.length] === true;
}

/** Refuses `idExampleUnlike` if the example does not match the pattern. Either may be empty. */
export function checkExample({ idPattern = "", idExample = "" }: { idPattern?: string; idExample?: string }): Result<null> {
  const pattern = readIdPattern(idPattern);
  if (!pattern.ok) return { ...pattern, field: "idPattern" };
  if (idPattern === "" || idExample === "" || matchesPattern(pattern.value, idExample)) return ok(null);
  return { ...refused("idExampleUnlike"), field: "idExample" };
}

function pieceOf(match: RegExpExecArray | null): Piece | null {
  if (!match) return null;
  const [, escaped, negation, inClass, plain, sign, least, upTo, most] = match;
  const count = countOf(sign, least, upTo, most);
  const kind = inClass === undefined ? ofSign(escaped, plain) : ofClass(inClass);
  return count && kind ? { ranges: kind, isNegated: negation === "^", ...count } : null;
}

function countOf(sign?: string, least?: string, upTo?: string, most?: string): { min: number; max: number } | null {
  if (sign) return { min: sign === "+" ? 1 : 0, max: sign === "?" ? 1 : ID_MAX_LENGTH };
  if (least === undefined) return { min: 1, max: 1 };
  const min = Number(least);
  const max = upTo === undefined ? min : most ? Number(most) : ID_MAX_LENGTH;
  return min <= max && max <= ID_MAX_LENGTH && max > 0 ? { min, max } : null;
}

function ofSign(escaped: string | undefined, plain: string | undefined): Range[] | null {
  if (plain === ".") return ANY;
  if (escaped === "d") return DIGITS;
  if (escaped === "w") return WORD;
  if (escaped !== undefined && isLetterOrDigit(escaped)) return null;
  return [one(escaped ?? plain ?? "")];
}

/**
 * Whether a backslash changes the meaning of this character: `\d` and `\w` are known, others
 * refused.
 */
function isLetterOrDigit(sign: string): boolean {
  return /[\p{L}\p{N}]/u.test(sign);
}

function ofClass(text: string): Range[] | null {
  const ranges: Range[] = [];
  IN_CLASS.lastIndex = 0;
  while (IN_CLASS.lastIndex < text.length) {
    const match = IN_CLASS.exec(text);
    if (!match) return null;
    const [, backslash, from = "", backslashOfEnd, to] = match;
    const kind = backslash ? ofSign(from, undefined) : [one(from)];
    if (!kind || (to !== undefined && ((backslash && isLetterOrDigit(from)) || (backslashOfEnd && isLetterOrDigit(to))))) return null;
    const [[begins]] = kind as [Range];
    const ends = to === undefined ? null : one(to)[0];
    if (ends !== null && ends < begins) return null;
    ranges.push(...(ends === null ? kind : [[begins, ends] as const]));
  }
  return ranges;
}

function one(sign: string): Range {
  const code = sign.codePointAt(0) ?? 0;
  return [code, code];
}

/**
 * Computes the positions reachable after a piece from those reachable before it, in linear time.
 */
function afterPiece({ ranges, isNegated, min, max }: Piece, signs: number[], reached: boolean[]): boolean[] {
  const before = [0];
  for (const [at, isReached] of reached.entries()) before.push((before[at] ?? 0) + (isReached ? 1 : 0));
  let runFrom = 0;
  return reached.map((_, at) => {
    const sign = signs[at - 1];
    if (sign !== undefined && ranges.some(([from, to]) => sign >= from && sign <= to) === isNegated) runFrom = at;
    const first = Math.max(runFrom, at - max);
    const last = at - min;
    return last >= first && (before[last + 1] ?? 0) > (before[first] ?? 0);
  });
}
