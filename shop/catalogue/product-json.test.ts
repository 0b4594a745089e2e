import { expect, test } from "vitest";
import { catalogueJson, productJson } from "./product-json.ts";

test("[S7.1] [S3.1] the catalogue is an object keyed by id, money in rupees and times in ISO 8601", () => {
  const at = new Date("2025-03-03T06:30:00.000Z");
  const product = {
    id: "-OK",
    name: "A",
    pricePaise: 123_450,
    description: "<p>x</p>",
    image: "",
    isSample: false,
    createdAt: at,
    updatedAt: at,
  };
  expect(catalogueJson([product], "https://shop.example")).toEqual({
    "-OK": {
      name: "A",
      price: 1234.5,
      description: "<p>x</p>",
      image: "",
      createdAt: "2025-03-03T06:30:00.000Z",
      updatedAt: "2025-03-03T06:30:00.000Z",
    },
  });
});

test("[S5.8] an uploaded picture is given by its address at the shop's origin, a link as it is", () => {
  const image = `/product-images/${"0a".repeat(24)}.webp`;
  const at = new Date();
  const product = { id: "a", name: "A", pricePaise: 1, description: "", isSample: false, createdAt: at, updatedAt: at };
  expect(productJson({ ...product, image }, "https://shop.example").image).toBe(`https://shop.example${image}`);
  expect(productJson({ ...product, image: "http://img.example/1.png" }, "https://shop.example").image).toBe("http://img.example/1.png");
});
