import { LOGO_GROUND } from "./logo-path.ts";

/** What is made of a logo, each a PNG: an icon by its side in pixels, or the picture of a shared link. */
const pictures = {
  32: { width: 32, height: 32, margin: 0 },
  96: { width: 96, height: 96, margin: 4 },
  180: { width: 180, height: 180, margin: 12 },
  192: { width: 192, height: 192, margin: 8 },
  512: { width: 512, height: 512, margin: 24 },
  /** An icon that the phone cuts to a circle. */
  maskable: { width: 512, height: 512, margin: 88 },
  share: { width: 1_200, height: 630, margin: 90 },
} as const;
export type LogoPicture = keyof typeof pictures;

/** The size and ground of a picture made of the logo; null if none has this name. [S12.12] */
export function logoPicture(name: string): { width: number; height: number; margin: number; ground: string } | null {
  return Object.hasOwn(pictures, name) ? { ...pictures[name as unknown as LogoPicture], ground: LOGO_GROUND } : null;
}
