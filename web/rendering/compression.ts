/** The compressions that a page can be sent with. */
export type Coding = "br" | "gzip";

/** The best compression that an `Accept-Encoding` header allows, or null. */
export function codingIn(accepted: string): Coding | null {
  return /\bbr\b(?!\s*;\s*q=0)/.test(accepted) ? "br" : /\bgzip\b(?!\s*;\s*q=0)/.test(accepted) ? "gzip" : null;
}
