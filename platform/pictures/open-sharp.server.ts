import type Sharp from "sharp";

let opening: Promise<typeof Sharp> | null = null;

/**
 * The image library, restricted to the shop's formats. It is loaded with the first picture, because
 * most starts see none for hours.
 */
export function openSharp(): Promise<typeof Sharp> {
  opening ??= setUp();
  return opening;
}

async function setUp(): Promise<typeof Sharp> {
  const { default: sharp } = await import("sharp");
  // Loaders that render, such as SVG's, can be kept busy by a few bytes.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: ["Jpeg", "Png", "Webp", "Nsgif", "Heif"].map((format) => `VipsForeignLoad${format}Buffer`) });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
