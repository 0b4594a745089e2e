/** A picture in shades of grey, row by row: 0 is black, 255 white. */
export type GreyPicture = { width: number; height: number; shades: Uint8Array };

/** The size within which pictures are made grey to be compared. */
export const GREY_WIDTH = 256;
export const GREY_HEIGHT = 640;

const COLUMNS = 32;
const ROWS = 64;
/** How many bits a look has. */
export const LOOK_BITS = COLUMNS * ROWS;

/** Neighbours that differ by less are taken for equal, so that the noise of compression in plain areas says nothing. */
const NOISE = 4;
/** A picture in which fewer neighbours than this differ is nearly blank, and would look like any other. */
const TOLD_MIN = LOOK_BITS / 100;

/**
 * A picture's look, as 2,048 bits written `0` and `1`: in which places of a grid laid over it the next one to the right is darker. This is the difference
 * hash (dHash) by Neal Krawetz ("Kind of Like That", The Hacker Factor Blog, 2013) with a finer grid: by the usual 64 bits all screenshots of one app are
 * alike. A picture that was compressed, resized or made brighter keeps nearly all bits. null for a picture that is nearly blank.
 */
export function lookOf(picture: GreyPicture): string | null {
  const grid = gridOf(picture);
  const across = COLUMNS + 1;
  let look = "";
  let told = 0;
  for (let row = 0; row < ROWS; row += 1)
    for (let column = 0; column < COLUMNS; column += 1) {
      const difference = (grid[row * across + column] ?? 0) - (grid[row * across + column + 1] ?? 0);
      if (Math.abs(difference) > NOISE) told += 1;
      look += difference > NOISE ? "1" : "0";
    }
  return told < TOLD_MIN ? null : look;
}

/** How often each place of the grid is looked at, across and down. */
const SAMPLES = 4;

/** The mean shade of each place; one column more than a look has. */
function gridOf({ width, height, shades }: GreyPicture): Float64Array {
  const across = (COLUMNS + 1) * SAMPLES;
  const grid = new Float64Array((COLUMNS + 1) * ROWS);
  for (let y = 0; y < ROWS * SAMPLES; y += 1)
    for (let x = 0; x < across; x += 1) {
      const from = Math.floor(((y + 0.5) / (ROWS * SAMPLES)) * height) * width + Math.floor(((x + 0.5) / across) * width);
      const place = Math.floor(y / SAMPLES) * (COLUMNS + 1) + Math.floor(x / SAMPLES);
      grid[place] = (grid[place] ?? 0) + (shades[from] ?? 0) / SAMPLES ** 2;
    }
  return grid;
}
