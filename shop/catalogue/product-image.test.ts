import { expect, test } from "vitest";
import { isUploadedImage } from "#shop/pictures/uploaded-image.ts";
import { imageAddress, imageAfter, imageFromAddress } from "./product-image.ts";

const mine = `/product-images/${"a1".repeat(24)}.webp`;
const other = `/product-images/${"b2".repeat(24)}.webp`;
const ours = "https://shop.example";

test.each([
  "",
  "/",
  "/product-images/",
  "/product-images/a.webp",
  `${mine}.webp`,
  `${mine}\n`,
  `/x${mine}`,
  `https://shop.example${mine}`,
  mine.toUpperCase(),
])("[S5.8] %j is no uploaded picture", (image) => {
  expect(isUploadedImage(image)).toBe(false);
});

test("[S5.8] an uploaded picture has an address at the shop, and that leads back to it; others stay as they are", () => {
  expect(imageFromAddress(imageAddress(mine, ours), ours)).toBe(mine);
  for (const link of ["", "https://img.example/1.png", `https://other.example${mine}`, `${ours}${mine}?x`, `${ours}.evil${mine}`]) {
    expect(imageAddress(link, ours)).toBe(link);
    expect(imageFromAddress(link, ours)).toBe(link);
  }
});

test("[S5.8] a product keeps its own uploaded picture by whichever host it is named, and never takes another's", () => {
  expect(imageAfter(mine, mine)).toEqual({ ok: true, value: mine });
  expect(imageAfter(`http://localhost:3000${mine}`, mine)).toEqual({ ok: true, value: mine });
  expect(imageAfter("", mine)).toEqual({ ok: true, value: "" });
  expect(imageAfter("https://img.example/1.png", mine)).toEqual({ ok: true, value: "https://img.example/1.png" });
  for (const current of [mine, "", "https://img.example/1.png"]) {
    expect(imageAfter(other, current)).toMatchObject({ ok: false, code: "imageNotItsOwn", kind: "conflict", field: "image" });
  }
});
