import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import { readTestimonials, type Testimonial } from "#shop/settings/testimonials.ts";

/** The owner's testimonials, and their language if it is not the page's. [S12.7] */
export type OwnTestimonials = { quotes: Testimonial[]; lang?: string };

/** What the landing page quotes; null stands for the samples. [S12.7] */
export function ownTestimonials(
  { testimonialsShown, testimonials, textLanguage }: Pick<ShopSettings, "testimonialsShown" | "testimonials" | "textLanguage">,
  language: string,
): OwnTestimonials | null {
  if (testimonialsShown === "samples") return null;
  const quotes = testimonialsShown === "own" ? (readTestimonials(testimonials) ?? []) : [];
  return { quotes, ...(textLanguage !== language && { lang: textLanguage }) };
}
