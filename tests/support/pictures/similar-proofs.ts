import sharp, { type OverlayOptions } from "sharp";

/** A repeatable random number generator from 0 up to 1 (linear congruential). */
export function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return state / 0x80_00_00_00;
  };
}

const WIDTH = 720;
const HEIGHT = 1_560;
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const AMOUNTS = [100, 250, 500, 750, 1_000, 1_500, 2_000];

/**
 * A PNG screenshot of a gift card in one and the same app; only the code, amount, time, date, order
 * number and battery level differ.
 */
export async function aGiftCardScreenshot(draw: () => number): Promise<Buffer> {
  const upTo = (n: number) => Math.floor(draw() * n);
  const letters = (n: number) => Array.from({ length: n }, () => LETTERS[upTo(LETTERS.length)]).join("");
  const amount = AMOUNTS[upTo(AMOUNTS.length)] ?? 500;
  const parts: OverlayOptions[] = [
    words(`${10 + upTo(12)}:${10 + upTo(50)}`, 40, 22, 14),
    words(`${10 + upTo(90)}%`, 600, 22, 14),
    box(0, 66, WIDTH, 100, "#232f3e"),
    words("Your gift card", 40, 92, 20, "#ffffff"),
    box(40, 206, 640, 374, "#ff9900"),
    box(440, 260, 200, 200, "#ffb84d"),
    words("Gift Card", 80, 240, 26, "#ffffff"),
    words(`${amount}.00`, 80, 490, 24, "#ffffff"),
    words("Claim code", 40, 630, 14, "#555555"),
    box(40, 680, 640, 80, "#f2f2f2"),
    words(`${letters(4)}-${letters(6)}-${letters(4)}`, 66, 698, 20),
    words("Redeem it on the website or in the app.", 40, 800, 14),
    words(`It expires on ${1 + upTo(28)} Nov 2036.`, 40, 850, 14),
    words(`Order 402-${1_000_000 + upTo(9_000_000)}-${1_000_000 + upTo(9_000_000)}`, 40, 920, 14, "#555555"),
    box(40, 1_040, 640, 86, "#ffd814"),
    words("Apply to balance", 220, 1_062, 18),
    box(40, 1_150, 640, 86, "#eeeeee"),
    words("Copy code", 270, 1_172, 18),
    box(0, 1_450, WIDTH, 110, "#fafafa"),
    ...["Home", "Cart", "Menu"].map((name, n) => words(name, 66 + n * 250, 1_488, 14)),
  ];
  return picture().composite(parts).png().toBuffer();
}

/** Changes that people make to a picture before they send it again, by name. */
export const changes: Record<string, (picture: Buffer, draw: () => number) => Promise<Buffer>> = {
  "compressed to JPEG 60": (bytes) => sharp(bytes).jpeg({ quality: 60 }).toBuffer(),
  "compressed to JPEG 30": (bytes) => sharp(bytes).jpeg({ quality: 30 }).toBuffer(),
  "compressed to WebP 50": (bytes) => sharp(bytes).webp({ quality: 50 }).toBuffer(),
  "70 % of its size": (bytes) => sharp(bytes).resize(504).jpeg().toBuffer(),
  "40 % of its size": (bytes) => sharp(bytes).resize(288).jpeg().toBuffer(),
  "15 % darker": (bytes) => sharp(bytes).linear(0.85, 0).jpeg().toBuffer(),
  "15 % brighter": (bytes) => sharp(bytes).linear(1.15, 0).jpeg().toBuffer(),
  "cut by up to 2 % a side": (bytes, draw) => cut(bytes, 0.02, draw),
  "cut by up to 4 % a side": (bytes, draw) => cut(bytes, 0.04, draw),
  "cut by up to 2 %, made smaller and compressed": async (bytes, draw) =>
    sharp(await cut(bytes, 0.02, draw))
      .resize(400)
      .jpeg({ quality: 50 })
      .toBuffer(),
};

function cut(bytes: Buffer, most: number, draw: () => number): Promise<Buffer> {
  const [left, right] = [Math.floor(draw() * most * WIDTH), Math.floor(draw() * most * WIDTH)];
  const [top, bottom] = [Math.floor(draw() * most * HEIGHT), Math.floor(draw() * most * HEIGHT)];
  return sharp(bytes)
    .extract({ left, top, width: WIDTH - left - right, height: HEIGHT - top - bottom })
    .png()
    .toBuffer();
}

function picture() {
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: "#ffffff" } });
}

function box(left: number, top: number, width: number, height: number, background: string): OverlayOptions {
  return { input: { create: { width, height, channels: 3, background } }, left, top };
}

function words(text: string, left: number, top: number, size: number, colour = "#111111"): OverlayOptions {
  return {
    input: { text: { text: `<span foreground="${colour}">${text}</span>`, font: `sans ${size}`, dpi: 110, rgba: true } },
    left,
    top,
  };
}
