const MARKER = 0xff;
const FIRST_WITH_LENGTH = 0xc0;
const [START, END, SCAN] = [0xd8, 0xd9, 0xda];

/** How many scans a JPEG says it has; each is a pass over the whole picture, however few bytes it takes. 0 when it is none. */
export function countScans(bytes: Uint8Array): number {
  if (bytes[0] !== MARKER || bytes[1] !== START) return 0;

  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let scans = 0;
  let at = bytes.indexOf(MARKER, 2);
  while (at >= 0 && at + 4 <= bytes.length) {
    const marker = view.getUint8(at + 1);
    if (marker === END) break;
    if (marker === SCAN) scans += 1;
    at = bytes.indexOf(MARKER, hasLength(marker) ? at + 2 + view.getUint16(at + 2) : at + 1);
  }
  return scans;
}

/** Not filling, an escaped byte of a scan, a restart or the start. */
function hasLength(marker: number): boolean {
  return marker >= FIRST_WITH_LENGTH && marker !== MARKER && (marker < 0xd0 || marker > START);
}
