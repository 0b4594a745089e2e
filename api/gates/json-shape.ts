import { JSON_DEPTH_MAX } from "./constants.ts";

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** Whether a text that may be JSON stays within the maximum depth and within `valuesMax` values. */
export function isShapely(json: Uint8Array, valuesMax: number): boolean {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at] ?? 0;
    if (sign === QUOTE) at = endOfText(json, at);
    else if (opening.has(sign)) {
      depth += 1;
      values += 1;
      if (depth > JSON_DEPTH_MAX) return false;
    } else if (closing.has(sign)) depth -= 1;
    else if (sign === COMMA) values += 1;
    if (values > valuesMax) return false;
  }
  return true;
}

function endOfText(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
