import type { LogoPicture } from "./logo.ts";

/** The path of a picture made of the logo, such as its icon of 96 pixels. [S12.12] */
export function logoPath(logo: string, picture: LogoPicture): string {
  return `${logo}?logo=${picture}`;
}
