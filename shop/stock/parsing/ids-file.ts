import { z } from "zod";
import { ADDED_TEXT_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";

/** The file of IDs that a form may contain in addition to pasted ones. */
export const IdsFile = z.object({ idsFile: z.file("idsFileNotText").max(ADDED_TEXT_MAX_LENGTH, "idsFileTooBig").optional() });

type Unreadable = "idsFileNotText" | "idsFileSpreadsheet" | "idsFileNotUtf8";

/**
 * Decodes the form's file, whose text is then read after the pasted IDs. Refuses a file that is no
 * text. [S5.8] [S5.11]
 */
export async function withFile<T extends object>({
  idsFile,
  ...form
}: T & z.output<typeof IdsFile>): Promise<Result<Omit<T, "idsFile"> & { fileText: string }, Unreadable>> {
  const text = idsFile ? readTextFile(new Uint8Array(await idsFile.arrayBuffer())) : ok("");
  return text.ok ? ok({ ...form, fileText: text.value }) : about(text, "idsFile");
}

/**
 * Decodes a file. Refuses `idsFileSpreadsheet`, `idsFileNotUtf8` and `idsFileNotText`; their
 * sentences explain how to save the file.
 */
export function readTextFile(bytes: Uint8Array): Result<string, Unreadable> {
  const text = textOfFile(bytes);
  if (text !== null) return ok(text);
  if (isSpreadsheet(bytes)) return refused("idsFileSpreadsheet");
  return refused(isBinary(bytes) ? "idsFileNotText" : "idsFileNotUtf8");
}

/** Decodes a file as UTF-8, or as UTF-16 if it has a byte order mark; null for anything else. */
export function textOfFile(bytes: Uint8Array): string | null {
  try {
    const text = decodedText(bytes, { fatal: true });
    return text.includes("\0") || isSpreadsheet(bytes) ? null : text;
  } catch {
    return null;
  }
}

/** Decodes by byte order mark; UTF-8 without one. */
function decodedText(bytes: Uint8Array, options: { fatal?: boolean } = {}): string {
  const mark = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(mark, options).decode(bytes);
}

/**
 * Magic numbers of spreadsheets: `.xlsx`, `.ods` and `.numbers` are ZIP files, `.xls` is an OLE
 * file.
 */
const SPREADSHEETS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

function isSpreadsheet(bytes: Uint8Array): boolean {
  return SPREADSHEETS.some((start) => start.every((byte, at) => bytes[at] === byte));
}

/**
 * Text in a single-byte encoding contains no control characters except tabs, line breaks, form
 * feeds and the DOS end-of-file mark.
 */
function isBinary(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 0x1a);
}
