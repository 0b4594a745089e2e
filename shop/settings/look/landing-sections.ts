/** The sections of the landing page between its head and its last call, in a new shop's order. */
export const landingSections = ["products", "promises", "steps", "features", "categories", "testimonials"] as const;
export type LandingSection = (typeof landingSections)[number];

/** A new shop's order, as it is stored. */
export const FIRST_LANDING_SECTIONS: string = landingSections.join(",");

/** Reads the stored order; null unless it names each section once. */
export function readLandingSections(stored: string): LandingSection[] | null {
  const named = stored.split(",");
  const isWhole = named.length === landingSections.length && landingSections.every((section) => named.includes(section));
  return isWhole ? (named as LandingSection[]) : null;
}
