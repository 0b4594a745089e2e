import { expect, test } from "vitest";
import { about, ok, refused, together } from "./refusal.ts";

test("[S8.3] several refusals are one that names every wrong field once, and one about no field stands alone", () => {
  const [code, utr] = [about(refused("orderNotFound"), "requestCode"), about(refused("paymentKnown"), "utr")];
  expect(together(null, ok(1), null)).toBeNull();
  expect(together(null, code)).toEqual(code);
  expect(together(code, utr, about(refused("fieldRequired"), "utr"))).toEqual({
    ...code,
    alsoWrong: [{ field: "utr", code: "paymentKnown" }],
  });
  const both = {
    ...utr,
    alsoWrong: [
      { field: "amount", code: "fieldTooLong", words: { n: 5 } },
      { field: "requestCode", code: "invalidInput" },
    ],
  } as const;
  expect(together(code, both)).toMatchObject({ field: "requestCode", alsoWrong: [{ field: "utr" }, { field: "amount", words: { n: 5 } }] });
  expect(together(code, refused("tooManyRequests"))).toEqual(refused("tooManyRequests"));
});
