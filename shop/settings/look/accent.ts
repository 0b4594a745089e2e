/** A colour of the screen: red, green and blue from 0 to 1, without gamma. */
type Light = readonly [red: number, green: number, blue: number];

/** The accent as it is shown on light and on dark pages, each `#rrggbb`. */
export type Accent = { light: string; dark: string };

/** The shop's own accent: `--action` of both themes in `tokens.css`. */
export const ownAccent: Accent = { light: "#2051ce", dark: "#74aafa" };

/** What the accent stands on: a little beyond `--color-sunk` of both themes, the nearest to it in brightness. */
const LIGHT_GROUND = "#ece9e3";
const DARK_GROUND = "#1e2940";
/** WCAG 2.2 AA for text. */
const CONTRAST_MIN = 4.5;
const STEPS = 50;

const COLOUR = /^#[0-9a-f]{6}$/;

/** Whether a text is a colour such as `#1f3fa8`. */
export function isColour(text: string): boolean {
  return COLOUR.test(text);
}

/**
 * The owner's colour, made darker for light pages and lighter for dark ones until text in it, and
 * on it, can be read: a contrast of 4.5 or more. A colour that is readable stays as it is.
 */
export function accentOf(colour: string): Accent {
  return {
    light: readable(colour, "#000000", [LIGHT_GROUND, "#ffffff"]),
    dark: readable(colour, "#ffffff", [DARK_GROUND]),
  };
}

/** Mixes the colour with `towards`, in small steps, until it stands out from each ground. */
function readable(colour: string, towards: string, grounds: string[]): string {
  for (let step = 0; step < STEPS; step++) {
    const mixed = mix(colour, towards, step / STEPS);
    if (grounds.every((ground) => contrast(mixed, ground) >= CONTRAST_MIN)) return mixed;
  }
  return towards;
}

/** The contrast of two colours, from 1 to 21, as WCAG defines it. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = lightOf(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** A colour that is `share` of the way, 0 to 1, towards another, in the light that a screen gives. */
export function mix(colour: string, towards: string, share: number): string {
  if (share === 0) return colour;
  const [from, to] = [lightOf(colour), lightOf(towards)];
  return `#${from.map((channel, at) => hexOf(channel + ((to[at] ?? 0) - channel) * share)).join("")}`;
}

function lightOf(colour: string): Light {
  const channel = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function hexOf(channel: number): string {
  const value = channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;
  return Math.round(value * 255)
    .toString(16)
    .padStart(2, "0");
}
