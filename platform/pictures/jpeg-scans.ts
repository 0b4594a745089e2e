const MARKER = 0xff;
const FIRST_WITH_LENGTH = 0xc0;
const [START, END, SCAN] = [0xd8, 0xd9, 0xda];

/**
 * The number of scans of a JPEG. Each is a pass over the whole picture, however few bytes it takes.
 * 0 if it is not a JPEG.
 */
export function countScans(bytes: Uint8Array): number {
  return jpegMarkers(bytes).scans;
}

/**
 * The number of scans of a JPEG, and whether it has an end marker. No scans if it is not a JPEG.
 */
export function jpegMarkers(bytes: Uint8Array): { scans: number; hasEnd: boolean } {
  if (bytes[0] !== MARKER || bytes[1] !== START) return { scans: 0, hasEnd: false };

  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let scans = 0;
  let at = bytes.indexOf(MARKER, 2);
  while (at >= 0 && at + 2 <= bytes.length) {
    const marker = view.getUint8(at + 1);
    if (marker === END) return { scans, hasEnd: true };
    if (marker === SCAN) scans += 1;
    if (hasLength(marker) && at + 4 > bytes.length) break;
    at = bytes.indexOf(MARKER, hasLength(marker) ? at + 2 + view.getUint16(at + 2) : at + 1);
  }
  return { scans, hasEnd: false };
}

/**
 * Whether a length follows the marker: not for padding, an escaped byte, a restart or the start.
 */
function hasLength(marker: number): boolean {
  return marker >= FIRST_WITH_LENGTH && marker !== MARKER && (marker < 0xd0 || marker > START);
}
