import { z } from "zod";
import { ADDED_TEXT_MAX_LENGTH } from "#shop/constants.ts";
import { about, granted, type Result, refused } from "#shop/refusal.ts";

/** The file of IDs that may come with a form, beside those that are pasted. */
export const IdsFile = z.object({ idsFile: z.file("idsFileNotText").max(ADDED_TEXT_MAX_LENGTH, "idsFileTooBig").optional() });

/** A form with the lines of its file after those that were pasted. Refuses a file that is no text. [S5.8] */
export async function withFile<T extends { ids: string | string[] }>({
  idsFile,
  ...form
}: T & z.output<typeof IdsFile>): Promise<Result<Omit<T, "idsFile">, "idsFileNotText">> {
  if (!idsFile) return granted(form);
  const text = textOfFile(new Uint8Array(await idsFile.arrayBuffer()));
  return text === null ? about(refused("idsFileNotText"), "idsFile") : granted({ ...form, ids: [form.ids, text].flat() });
}

/** The text of a file, in UTF-8, or in UTF-16 where it says so; null for anything else. */
export function textOfFile(bytes: Uint8Array): string | null {
  try {
    const text = decodedText(bytes, { fatal: true });
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

/** The text of a file or of its beginning, where a character may be cut off. */
export function decodedText(bytes: Uint8Array, options: { fatal?: boolean } = {}): string {
  const mark = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(mark, options).decode(bytes);
}
