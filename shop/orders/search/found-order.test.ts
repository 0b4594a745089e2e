import { expect, test } from "vitest";
import { type FoundBy, type FoundOrder, onlyMatch } from "./found-order.ts";

function aFound(by: FoundBy, requestCode = "REQ-1"): FoundOrder {
  const order = {
    id: requestCode,
    requestCode,
    productName: "Gold",
    nameLanguage: null,
    quantity: 1,
    totalPaise: 100,
    createdAt: new Date(0),
  };
  return { ...order, status: "pending", by };
}

test("[S12.3] a whole code, ID or number that stands for one order leads to it; several, and words, are listed", () => {
  expect(onlyMatch([aFound("unit")])).toBe("REQ-1");
  expect(onlyMatch([aFound("giftCard", "REQ-1"), aFound("giftCard", "REQ-2")])).toBeNull();
  for (const by of ["words", "customer"] as const) expect(onlyMatch([aFound(by)])).toBeNull();
  expect(onlyMatch([])).toBeNull();
});
