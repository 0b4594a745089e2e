import fc from "fast-check";
import { expect, test } from "vitest";
import { parsed } from "#shop/parse.ts";
import { OrderForm } from "./order-form.ts";

const sent = (overrides: object) => parsed(OrderForm, { productId: "p", quantity: 1, paymentMethod: "request", ...overrides });

test("[S5.1] a quantity that is no whole number from 1 on reads `Invalid quantity`", () => {
  for (const quantity of [0, -1, 1.5, "1e9", Number.NaN, "", "two", null, undefined, [], {}, "0", "-2", "1.0", 1e21]) {
    expect(sent({ quantity }), String(quantity)).toMatchObject({ ok: false, code: "invalidQuantity", field: "quantity" });
  }
  for (const two of ["2", " २ ", "૨", "２"]) expect(sent({ quantity: two }), two).toMatchObject({ value: { quantity: 2 } });
});

test("[S1.5] spaces and hyphens are taken out of a gift card code before its length is judged, and nothing is cut", () => {
  expect(sent({ giftCardCode: "abcd-efghij 1234" })).toMatchObject({ value: { giftCardCode: "abcdefghij1234" } });
  expect(sent({ giftCardCode: "abcd-efghij-12345" })).toMatchObject({ code: "giftCardCodeInvalid", field: "giftCardCode" });
  expect(sent({ giftCardCode: "abcd-१२३४" })).toMatchObject({ value: { giftCardCode: "abcd1234" } });
  expect(sent({ giftCardCode: "абв" })).toMatchObject({ code: "giftCardCodeCharacters", field: "giftCardCode" });
  expect(sent({ giftCardCode: " - " })).toMatchObject({ value: { giftCardCode: null } });
});

test("the expected price comes in rupees and becomes paise", () => {
  expect(sent({ expectedPrice: "₹१,२३४.५" })).toMatchObject({ value: { expectedPrice: 123_450 } });
  expect(sent({ expectedPrice: "1234.5" })).toMatchObject({ value: { expectedPrice: 123_450 } });
  expect(sent({ expectedPrice: "cheap" })).toMatchObject({ code: "invalidInput", field: "expectedPrice" });
});

test("a guest's address is optional, and must be one when it is there", () => {
  expect(sent({ email: " " })).toMatchObject({ value: { email: null } });
  expect(sent({ email: "asha@example.com" })).toMatchObject({ value: { email: "asha@example.com" } });
  expect(sent({ email: "asha" })).toMatchObject({ code: "emailInvalid", field: "email" });
});

test("whatever is sent as an order is either read or refused, never thrown at", () => {
  fc.assert(
    fc.property(fc.anything(), (input) => {
      expect(parsed(OrderForm, input).ok).toBeTypeOf("boolean");
    }),
  );
});
