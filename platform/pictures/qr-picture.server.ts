import { crc32, deflateSync } from "node:zlib";
import { encode } from "uqr";

/** The width of a module of the code in pixels, so that a saved picture is large enough to scan. */
const MODULE_PIXELS = 10;

/** The white border that scanners need, in modules. */
const BORDER_MODULES = 4;

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Draws a text as a QR code: a PNG picture, which a phone can also save and read from its gallery.
 */
export function qrPicture(text: string): Buffer<ArrayBuffer> {
  return pngOf(encode(text, { ecc: "M", border: BORDER_MODULES }).data);
}

/** A black and white picture of 1 bit a pixel; true is black. */
function pngOf(modules: boolean[][]): Buffer<ArrayBuffer> {
  const side = modules.length * MODULE_PIXELS;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = modules.flatMap((row) => Array.from({ length: MODULE_PIXELS }, () => lineOf(row, side)));
  return Buffer.concat([SIGNATURE, chunk("IHDR", header), chunk("IDAT", deflateSync(Buffer.concat(rows))), chunk("IEND", Buffer.alloc(0))]);
}

/** A line of pixels: its filter, which is none, and a bit for each pixel, 1 for white. */
function lineOf(row: boolean[], side: number): Buffer {
  const line = Buffer.alloc(1 + Math.ceil(side / 8));
  for (let x = 0; x < side; x += 1) {
    if (row[Math.floor(x / MODULE_PIXELS)]) continue;
    const at = 1 + (x >> 3);
    line.writeUInt8(line.readUInt8(at) | (0x80 >> (x & 7)), at);
  }
  return line;
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
