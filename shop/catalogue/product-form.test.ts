import { expect, test } from "vitest";
import { parsed } from "#shop/parse.ts";
import { PRICE_MAX_PAISE, PRODUCT_NAME_MAX_LENGTH } from "./constants.ts";
import { AddIdsForm, ProductForm } from "./product-form.ts";

const typed = { name: "Regular account ID", price: "99", description: "", image: "", ids: "a\nb" };

test("[S5.8] a complete form is taken, its price in paise", () => {
  expect(parsed(ProductForm, { ...typed, price: "149.50", image: "https://example.com/1.png" })).toEqual({
    ok: true,
    value: { name: "Regular account ID", price: 14_950, description: "", image: "https://example.com/1.png", ids: "a\nb" },
  });
});

test("[S5.8] description, image and IDs may be missing; name and price may not", () => {
  expect(parsed(ProductForm, { name: "A", price: 0 })).toMatchObject({
    ok: true,
    value: { description: "", image: "", ids: "", price: 0 },
  });
  expect(parsed(ProductForm, { price: 1 })).toMatchObject({ ok: false, field: "name", code: "nameRequired" });
  expect(parsed(ProductForm, { name: "A" })).toMatchObject({ ok: false, field: "price", code: "priceInvalid" });
});

test.each([
  ["0.01", 1],
  [1234.5, 123_450],
  ["1000000.00", PRICE_MAX_PAISE],
  [" 12 ", 1_200],
  [0, 0],
])("[S5.8] the price %s is %s paise", (price, paise) => {
  expect(parsed(ProductForm, { ...typed, price })).toMatchObject({ ok: true, value: { price: paise } });
});

test.each([
  ["-1"],
  [-0.5],
  ["1000000.01"],
  ["1e3"],
  [1e21],
  ["0.001"],
  [Number.NaN],
  [Number.POSITIVE_INFINITY],
  [""],
  ["abc"],
  ["12,50"],
  ["1,00"],
  [null],
  [true],
  [{}],
  [["1"]],
])("[S5.8] the price %s is refused", (price) => {
  expect(parsed(ProductForm, { ...typed, price })).toMatchObject({ ok: false, field: "price", code: "priceInvalid" });
});

test.each([["ftp://example.com/a.png"], ["javascript:alert(1)"], ["/a.png"], ["https://"], ["not a link"], [7]])(
  "[S5.8] the image %s is refused",
  (image) => {
    expect(parsed(ProductForm, { ...typed, image })).toMatchObject({ ok: false, field: "image", code: "imageUrlInvalid" });
  },
);

test("[S5.8] a name is trimmed and of one line; a blank, too long or unwritable one is refused", () => {
  expect(parsed(ProductForm, { ...typed, name: "  Two\n words " })).toMatchObject({ ok: true, value: { name: "Two words" } });
  expect(parsed(ProductForm, { ...typed, name: " \n " })).toMatchObject({ ok: false, code: "nameRequired" });
  expect(parsed(ProductForm, { ...typed, name: "x".repeat(PRODUCT_NAME_MAX_LENGTH + 1) })).toMatchObject({
    ok: false,
    code: "fieldTooLong",
  });
  expect(parsed(ProductForm, { ...typed, name: "a\0b" })).toMatchObject({ ok: false, code: "invalidInput" });
  expect(parsed(ProductForm, { ...typed, description: "a\0b" })).toMatchObject({ ok: false, code: "invalidInput" });
});

test("[S5.7] the product of new IDs may be missing in the form: the command says so", () => {
  expect(parsed(AddIdsForm, {})).toEqual({ ok: true, value: { productId: "", ids: "" } });
  expect(parsed(AddIdsForm, { productId: 1 })).toMatchObject({ ok: false, field: "productId" });
});
