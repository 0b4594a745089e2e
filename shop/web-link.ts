/** A host with a dot in its name, optionally with a port and a path. */
const BARE = /^[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+(:\d{1,5})?([/?#]\S*)?$/u;

/**
 * Completes a web address as people type it: `wa.me/91…` gets https. Returns null for another
 * scheme than http and https, and for text that is no address. [S1.8]
 */
export function webLink(text: string): string | null {
  const whole = BARE.test(text) ? `https://${text}` : text;
  return /^https?:\/\//i.test(whole) && URL.canParse(whole) ? new URL(whole).href : null;
}
