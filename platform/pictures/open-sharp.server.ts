import type Sharp from "sharp";

let opening: Promise<typeof Sharp> | null = null;

/** The decoder of pictures, set up to take no more than the shop's kinds. It is loaded for the first picture: most starts of the shop see none for hours. */
export function openSharp(): Promise<typeof Sharp> {
  opening ??= setUp();
  return opening;
}

async function setUp(): Promise<typeof Sharp> {
  const { default: sharp } = await import("sharp");
  // Loaders that draw, such as that of SVG, can be kept busy by a few bytes as soon as they look at a picture.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: ["Jpeg", "Png", "Webp", "Nsgif", "Heif"].map((format) => `VipsForeignLoad${format}Buffer`) });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
