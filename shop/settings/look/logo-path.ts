import type { LogoPicture } from "./logo.ts";

/** Dark blue, the ground of every page's header on light pages: a logo stands on it wherever it is shown. */
export const LOGO_GROUND = "#111c39";

/** The path of a picture made of the logo, such as its icon of 96 pixels. [S12.12] */
export function logoPath(logo: string, picture: LogoPicture): string {
  return `${logo}?logo=${picture}`;
}
