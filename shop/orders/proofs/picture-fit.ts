import type { GreyPicture } from "#shop/payments/perceptual-hash.ts";
import { Pairs } from "./correlation.ts";

/**
 * How one picture lies over another: point (x, y) of the one is point (x · scale + left, y · scale
 * + top) of the other.
 */
export type Fit = { scale: number; left: number; top: number };

/**
 * The search range: how much smaller or larger the other may be and how far it may be moved, which
 * covers a crop of about a tenth.
 */
const SCALE_MIN = 0.88;
const MOVED_MAX = 0.12;
const STEP = 0.01;
const FINE_STEP = 0.002;
/** How far the fine search goes around the rough result. */
const NEARBY = 6;

/**
 * Finds how one picture lies best over another, of which it may be a crop. Columns and rows are
 * fitted separately by how much changes along them, like a bar code. Screenshots of one app fit
 * each other whatever their text. The search is rough first, then fine nearby.
 */
export function fitOf(one: GreyPicture, other: GreyPicture): Fit {
  const bars = barsOf(one);
  const others = barsOf(other);
  const [halves, otherHalves] = [halvesOf(bars), halvesOf(others)];
  const rough = bestOf(scalesFrom(SCALE_MIN, 1 / SCALE_MIN, STEP), (scale) => ({
    across: moveOf(halves.columns, otherHalves.columns, scale, anywhere(otherHalves.columns)),
    down: moveOf(halves.rows, otherHalves.rows, scale, anywhere(otherHalves.rows)),
  }));
  return bestOf(scalesFrom(rough.scale - STEP, rough.scale + STEP, FINE_STEP), (scale) => ({
    across: moveOf(bars.columns, others.columns, scale, nearby(rough.left * 2)),
    down: moveOf(bars.rows, others.rows, scale, nearby(rough.top * 2)),
  }));
}

/** The other picture as it lies under the one. Beyond its edges, the edge pixels repeat. */
export function overlaidBy(one: GreyPicture, other: GreyPicture, { scale, left, top }: Fit): GreyPicture {
  const shades = new Uint8Array(one.width * one.height);
  for (let y = 0; y < one.height; y += 1)
    for (let x = 0; x < one.width; x += 1) shades[y * one.width + x] = between(other, x * scale + left, y * scale + top);
  return { width: one.width, height: one.height, shades };
}

type Bars = { columns: Float64Array; rows: Float64Array };

/** How much the shades change in each column and each row. */
function barsOf({ width, height, shades }: GreyPicture): Bars {
  const columns = new Float64Array(width);
  const rows = new Float64Array(height);
  for (let y = 1; y < height; y += 1)
    for (let x = 1; x < width; x += 1) {
      const here = shades[y * width + x] ?? 0;
      columns[x] = (columns[x] ?? 0) + Math.abs(here - (shades[y * width + x - 1] ?? 0));
      rows[y] = (rows[y] ?? 0) + Math.abs(here - (shades[(y - 1) * width + x] ?? 0));
    }
  return { columns, rows };
}

/** The same at half the resolution. */
function halvesOf({ columns, rows }: Bars): Bars {
  const half = (bars: Float64Array) =>
    Float64Array.from({ length: Math.floor(bars.length / 2) }, (_, n) => (bars[2 * n] ?? 0) + (bars[2 * n + 1] ?? 0));
  return { columns: half(columns), rows: half(rows) };
}

function scalesFrom(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, n) => from + n * step);
}

type Move = { move: number; fits: number };
type Moves = { from: number; to: number };

function bestOf(scales: number[], movesAt: (scale: number) => { across: Move; down: Move }): Fit {
  let best = { scale: 1, left: 0, top: 0, fits: Number.NEGATIVE_INFINITY };
  for (const scale of scales) {
    const { across, down } = movesAt(scale);
    const fits = across.fits + down.fits;
    if (fits > best.fits) best = { scale, left: across.move, top: down.move, fits };
  }
  return best;
}

function anywhere(bars: Float64Array): Moves {
  const most = Math.round(MOVED_MAX * bars.length);
  return { from: -most, to: most };
}

function nearby(move: number): Moves {
  return { from: move - NEARBY, to: move + NEARBY };
}

/** Finds how far bars must be moved to fit best onto others, and how well they then fit. */
function moveOf(bars: Float64Array, others: Float64Array, scale: number, { from, to }: Moves): Move {
  let best = { move: 0, fits: Number.NEGATIVE_INFINITY };
  for (let move = from; move <= to; move += 1) {
    const pairs = new Pairs();
    for (let at = 0; at < bars.length; at += 1) {
      const index = Math.round(at * scale + move);
      if (index >= 0 && index < others.length) pairs.add(bars[at] ?? 0, others[index] ?? 0);
    }
    const fits = pairs.count < bars.length / 2 ? Number.NEGATIVE_INFINITY : pairs.correlation();
    if (fits > best.fits) best = { move, fits };
  }
  return best;
}

/** The shade between four pixels, interpolated. */
function between({ width, height, shades }: GreyPicture, atX: number, atY: number): number {
  const x = Math.min(Math.max(atX, 0), width - 1.001);
  const y = Math.min(Math.max(atY, 0), height - 1.001);
  const at = Math.floor(y) * width + Math.floor(x);
  const across = x - Math.floor(x);
  const upper = (shades[at] ?? 0) * (1 - across) + (shades[at + 1] ?? 0) * across;
  const lower = (shades[at + width] ?? 0) * (1 - across) + (shades[at + width + 1] ?? 0) * across;
  return upper + (lower - upper) * (y - Math.floor(y));
}
