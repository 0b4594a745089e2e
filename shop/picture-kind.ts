/**
 * The formats of uploaded pictures. HEIC is recognized so that it can be named, but few programs
 * read it.
 */
export type PictureType = "image/jpeg" | "image/png" | "image/webp" | "image/gif" | "image/avif" | "image/heic";

/** How many of a file's first bytes show its format. */
export const PICTURE_HEAD_BYTES = 16;

/**
 * A picture's format by its first bytes, whatever its name and declared type. Null for anything
 * else. [S1.5] [S5.3]
 */
export function pictureTypeOf(head: Uint8Array): PictureType | null {
  const text = String.fromCharCode(...head.subarray(0, PICTURE_HEAD_BYTES));
  if (text.startsWith("\u00ff\u00d8\u00ff")) return "image/jpeg";
  if (text.startsWith("\u0089PNG\r\n\u001a\n")) return "image/png";
  if (text.startsWith("GIF87a") || text.startsWith("GIF89a")) return "image/gif";
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return "image/webp";
  if (text.slice(4, 8) !== "ftyp") return null;
  return /^(avif|avis)$/.test(text.slice(8, 12)) ? "image/avif" : /^(hei|hev|mif1|msf1)/.test(text.slice(8, 12)) ? "image/heic" : null;
}
