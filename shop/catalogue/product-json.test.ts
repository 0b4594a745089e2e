import { expect, test } from "vitest";
import { catalogueJson } from "./product-json.ts";

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
  expect(catalogueJson([product])).toEqual({
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
