/** How a page may be compressed on its way. */
export type Coding = "br" | "gzip";

/** The best coding that an `Accept-Encoding` allows; null: none. */
export function codingIn(accepted: string): Coding | null {
  return /\bbr\b(?!\s*;\s*q=0)/.test(accepted) ? "br" : /\bgzip\b(?!\s*;\s*q=0)/.test(accepted) ? "gzip" : null;
}
