import { expect, test } from "vitest";
import { ORDERS_COUNTED_MAX } from "#shop/orders/constants.ts";
import { wordsOf, written } from "#tests/support/web/render.tsx";
import { useCounted } from "./use-counted.ts";

const shown = (n: number, isCut: boolean) => {
  function Count() {
    return <p>{useCounted(isCut)(n)}</p>;
  }
  return wordsOf(written(Count)).replaceAll("|", "");
};

test("[S2.20] [S10.17] a count of a thousand orders has a plus behind it where there are more", () => {
  expect([shown(12, false), shown(ORDERS_COUNTED_MAX, false)]).toEqual(["12", "1,000"]);
  expect([shown(12, true), shown(ORDERS_COUNTED_MAX + 1, true)]).toEqual(["12+", "1,000+"]);
});
