import { expect, test } from "vitest";
import { readOutcome } from "./send-order.ts";

test("[S2.14] a placed order is known by its request code", () => {
  expect(readOutcome(201, '{"requestCode":"REQ-MJUJ7Z40","status":"pending"}')).toEqual({ requestCode: "REQ-MJUJ7Z40" });
});

test("[S5.1] a refusal keeps the shop's sentence and stands beside its field", () => {
  expect(readOutcome(409, '{"error":"Invalid quantity","code":"invalidQuantity"}')).toEqual({
    no: { sentence: "Invalid quantity", field: "quantity", code: "invalidQuantity" },
  });
  expect(readOutcome(422, '{"error":"Please fill in this field.","code":"fieldRequired","field":"paymentMethod"}')).toMatchObject({
    no: { field: "paymentMethod" },
  });
});

test.each([
  [502, "<html>Bad gateway</html>"],
  [500, ""],
  [200, "{}"],
  [201, '{"requestCode":7}'],
])("[S8.1] the answer %d %j reads: the order could not be created", (status, text) => {
  expect(readOutcome(status, text)).toMatchObject({ no: { sentence: "Failed to create request. Please try again.", field: null } });
});
