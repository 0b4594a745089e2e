import { accentOf, mix } from "#shop/settings/look/accent.ts";

/**
 * The owner's accent as the page's custom properties (`tokens.css`), readable in both themes;
 * undefined for the shop's own. For loaders, so that no browser loads its arithmetic. [S12.12]
 */
export function accentStyle(colour: string | null): Record<`--${string}`, string> | undefined {
  if (colour === null) return undefined;
  const { light, dark } = accentOf(colour);
  return {
    "--accent": light,
    "--accent-dark": dark,
    "--accent-strong": mix(light, "#000000", 0.3),
    "--accent-strong-dark": mix(dark, "#ffffff", 0.3),
    "--accent-tint": mix(light, "#ffffff", 0.9),
    "--accent-tint-dark": mix(dark, "#0d1320", 0.95),
  };
}
