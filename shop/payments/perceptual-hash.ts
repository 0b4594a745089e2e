/** A picture in shades of grey, row by row: 0 is black, 255 white. */
export type GreyPicture = { width: number; height: number; shades: Uint8Array };

/** Pictures are compared in grey, scaled to fit this size. */
export const GREY_WIDTH = 256;
export const GREY_HEIGHT = 640;

const COLUMNS = 32;
const ROWS = 64;
/** The length of a perceptual hash in bits. */
export const PERCEPTUAL_HASH_BITS = COLUMNS * ROWS;

/**
 * Neighbouring cells that differ by no more than this count as equal, so that compression noise in
 * plain areas is ignored.
 */
const NOISE = 4;
/** A picture with fewer differing neighbours is nearly blank and would match any other. */
const STEEP_MIN = PERCEPTUAL_HASH_BITS / 100;

/**
 * Computes a perceptual hash of 2,048 bits, as a text of `0` and `1`: each bit says whether a cell
 * of a grid is brighter than its right neighbour. This is the difference hash (dHash) by Neal
 * Krawetz ("Kind of Like That", The Hacker Factor Blog, 2013) with a finer grid, because the usual
 * 64 bits match for all screenshots of one app. Compressing, resizing or brightening a picture
 * keeps nearly all bits. Returns null for a picture that is nearly blank.
 */
export function perceptualHashOf(picture: GreyPicture): string | null {
  const grid = gridOf(picture);
  const across = COLUMNS + 1;
  let hash = "";
  let steep = 0;
  for (let row = 0; row < ROWS; row += 1)
    for (let column = 0; column < COLUMNS; column += 1) {
      const difference = (grid[row * across + column] ?? 0) - (grid[row * across + column + 1] ?? 0);
      if (Math.abs(difference) > NOISE) steep += 1;
      hash += difference > NOISE ? "1" : "0";
    }
  return steep < STEEP_MIN ? null : hash;
}

/** How many pixels of each cell are sampled across and down. */
const SAMPLES = 4;

/** The mean shade of each grid cell. The grid has one column more than the hash. */
function gridOf({ width, height, shades }: GreyPicture): Float64Array {
  const across = (COLUMNS + 1) * SAMPLES;
  const grid = new Float64Array((COLUMNS + 1) * ROWS);
  for (let y = 0; y < ROWS * SAMPLES; y += 1)
    for (let x = 0; x < across; x += 1) {
      const from = Math.floor(((y + 0.5) / (ROWS * SAMPLES)) * height) * width + Math.floor(((x + 0.5) / across) * width);
      const index = Math.floor(y / SAMPLES) * (COLUMNS + 1) + Math.floor(x / SAMPLES);
      grid[index] = (grid[index] ?? 0) + (shades[from] ?? 0) / SAMPLES ** 2;
    }
  return grid;
}
