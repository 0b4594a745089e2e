import { jpegMarkers } from "./jpeg-scans.ts";

const END = Uint8Array.of(0xff, 0xd9);

/** Whether a JPEG has its end marker; true for other formats. */
export function endsJpeg(bytes: Uint8Array): boolean {
  return bytes[0] !== 0xff || bytes[1] !== 0xd8 || jpegMarkers(bytes).hasEnd;
}

/** The same JPEG with an end marker appended. */
export function withJpegEnd(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([bytes, END]);
}

/** Whether a picture ends too early, as after an interrupted upload. */
export function isCutOff(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (from: number, length: number) => Buffer.from(bytes.subarray(from, from + length)).toString("latin1");
  if (!endsJpeg(bytes)) return true;
  if (text(1, 3) === "PNG")
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).lastIndexOf("IEND", undefined, "latin1") < 0;
  if (text(0, 4) === "RIFF" && bytes.length >= 12) return view.getUint32(4, true) + 8 > bytes.length;
  if (text(0, 3) === "GIF") return bytes.lastIndexOf(0x3b) < bytes.length - 2;
  return text(4, 4) === "ftyp" && boxesEnd(view) > bytes.length;
}

/** Where the boxes of an AVIF or HEIC end. */
function boxesEnd(view: DataView): number {
  let at = 0;
  while (at + 8 <= view.byteLength) {
    const size = view.getUint32(at);
    if (size === 0) return view.byteLength;
    if (size < 8) return at;
    at += size;
  }
  return at;
}
