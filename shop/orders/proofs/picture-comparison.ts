import type { GreyPicture } from "#shop/payments/perceptual-hash.ts";
import { Pairs } from "./correlation.ts";
import { type Fit, overlaidBy } from "./picture-fit.ts";

const BLOCK = 16;
const NUDGE = 2;
/** A block with less spread is too plain to compare. */
const SPREAD_MIN = 12;
const BLOCKS_MIN = 12;
/** Blocks match from this correlation on. */
const AGREE_FROM = 0.7;
/** The share of blocks that may differ, for an annotation or a cropped edge. */
const DISAGREE_MAX = 0.02;

/**
 * Whether two fitted pictures show the same although one was compressed, resized, brightened or
 * cropped a little. Screenshots of one app look alike at a distance, so every block of one is
 * compared with the same place in the other. One line of different text is enough for no.
 */
export function showsTheSame(one: GreyPicture, other: GreyPicture, fit: Fit): boolean {
  return disagreement(one, other, fit) <= DISAGREE_MAX;
}

/** The share of blocks in which two fitted pictures differ; 1 if too few blocks can be compared. */
export function disagreement(one: GreyPicture, other: GreyPicture, fit: Fit): number {
  const overlaid = overlaidBy(one, other, fit);
  let compared = 0;
  let differing = 0;
  for (let top = NUDGE; top + BLOCK + NUDGE <= one.height; top += BLOCK)
    for (let left = NUDGE; left + BLOCK + NUDGE <= one.width; left += BLOCK) {
      if (!isCovered(other, fit, left, top)) continue;
      const agrees = agreesAt(one, overlaid, left, top);
      if (agrees === null) continue;
      compared += 1;
      if (!agrees) differing += 1;
    }
  return compared < BLOCKS_MIN ? 1 : differing / compared;
}

/** Whether the other picture covers this block and the nudges around it. */
function isCovered({ width, height }: GreyPicture, { scale, left, top }: Fit, x: number, y: number): boolean {
  const reach = BLOCK + NUDGE;
  return (
    (x - NUDGE) * scale + left >= 0 &&
    (y - NUDGE) * scale + top >= 0 &&
    (x + reach) * scale + left < width &&
    (y + reach) * scale + top < height
  );
}

/** The nudges, smallest first. */
const nudges = [0, -1, 1, -2, 2].flatMap((down) => [0, -1, 1, -2, 2].map((across) => ({ down, across })));
nudges.sort((a, b) => a.down ** 2 + a.across ** 2 - b.down ** 2 - b.across ** 2);

/** Whether a block matches under one of the nudges; null if it is too plain to compare. */
function agreesAt(one: GreyPicture, overlaid: GreyPicture, left: number, top: number): boolean | null {
  for (const { down, across } of nudges) {
    const pairs = new Pairs();
    for (let y = top; y < top + BLOCK; y += 1)
      for (let x = left; x < left + BLOCK; x += 1)
        pairs.add(one.shades[y * one.width + x] ?? 0, overlaid.shades[(y + down) * one.width + x + across] ?? 0);
    if (pairs.spread() < SPREAD_MIN) return null;
    if (pairs.correlation() >= AGREE_FROM) return true;
  }
  return false;
}
