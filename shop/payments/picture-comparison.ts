import { Pairs } from "./correlation.ts";
import { type Fit, laidUnder } from "./picture-fit.ts";
import type { GreyPicture } from "./picture-look.ts";

const BLOCK = 16;
const NUDGE = 2;
/** A block whose shades differ less than this shows nothing that could be compared. */
const SPREAD_MIN = 12;
const BLOCKS_MIN = 12;
/** Blocks agree from this correlation on. */
const AGREE_FROM = 0.7;
/** The share of blocks that may disagree: a mark, a cut edge. */
const DISAGREE_MAX = 0.02;

/**
 * Whether two pictures that were fitted show the same, though one was compressed, resized, made brighter or cropped a little. Screenshots of one app look
 * alike from afar: so the pictures are laid over each other, and what stands in each place must agree. One line of text that differs is enough for no.
 */
export function showsTheSame(one: GreyPicture, other: GreyPicture, fit: Fit): boolean {
  return disagreement(one, other, fit) <= DISAGREE_MAX;
}

/** The share of places in which two pictures that were fitted differ; 1 where hardly anything can be compared. */
export function disagreement(one: GreyPicture, other: GreyPicture, fit: Fit): number {
  const laid = laidUnder(one, other, fit);
  let compared = 0;
  let differing = 0;
  for (let top = NUDGE; top + BLOCK + NUDGE <= one.height; top += BLOCK)
    for (let left = NUDGE; left + BLOCK + NUDGE <= one.width; left += BLOCK) {
      if (!isCovered(other, fit, left, top)) continue;
      const agrees = agreesAt(one, laid, left, top);
      if (agrees === null) continue;
      compared += 1;
      if (!agrees) differing += 1;
    }
  return compared < BLOCKS_MIN ? 1 : differing / compared;
}

/** Whether the other picture has something in this place. */
function isCovered({ width, height }: GreyPicture, { scale, left, top }: Fit, x: number, y: number): boolean {
  const reach = BLOCK + NUDGE;
  return (
    (x - NUDGE) * scale + left >= 0 &&
    (y - NUDGE) * scale + top >= 0 &&
    (x + reach) * scale + left < width &&
    (y + reach) * scale + top < height
  );
}

/** The nudges, the smallest first. */
const nudges = [0, -1, 1, -2, 2].flatMap((down) => [0, -1, 1, -2, 2].map((across) => ({ down, across })));
nudges.sort((a, b) => a.down ** 2 + a.across ** 2 - b.down ** 2 - b.across ** 2);

/** Whether a block agrees, nudged to where it does; null where it shows too little to be compared. */
function agreesAt(one: GreyPicture, laid: GreyPicture, left: number, top: number): boolean | null {
  for (const { down, across } of nudges) {
    const pairs = new Pairs();
    for (let y = top; y < top + BLOCK; y += 1)
      for (let x = left; x < left + BLOCK; x += 1)
        pairs.add(one.shades[y * one.width + x] ?? 0, laid.shades[(y + down) * one.width + x + across] ?? 0);
    if (pairs.spread() < SPREAD_MIN) return null;
    if (pairs.correlation() >= AGREE_FROM) return true;
  }
  return false;
}
