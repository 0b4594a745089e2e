/**
 * What the landing page quotes: three samples, the owner's own testimonials, or nothing. [S12.7]
 */
export const testimonialKinds = ["samples", "own", "none"] as const;
export type TestimonialKind = (typeof testimonialKinds)[number];

/** A buyer's words. The place may be empty. */
export type Testimonial = { words: string; name: string; place: string };

export const TESTIMONIALS_MAX = 3;
export const TESTIMONIALS_MAX_LENGTH = 1_500;

/**
 * Reads testimonials, one per line as `words | name | place`, where the place may be left out.
 * Returns null if there are more than three, or a line is anything else. [S12.7]
 */
export function readTestimonials(text: string): Testimonial[] | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const read = lines.map((line) => line.split("|").map((part) => part.trim()));
  const isWhole = read.every(([words, name, , ...more]) => words && name && more.length === 0);
  if (!isWhole || read.length > TESTIMONIALS_MAX) return null;
  return read.map(([words = "", name = "", place = ""]) => ({ words, name, place }));
}
