import { expect, test } from "vitest";
import { isOfArea, textAreas } from "./page-texts.ts";

test("[S11.1] each area has its own pages' texts, and those of the parts that both show", () => {
  const areasOf = (namespace: string) => textAreas.filter((area) => isOfArea(area, namespace));
  expect(areasOf("products")).toEqual(["shop"]);
  expect(areasOf("adminQueue")).toEqual(["admin"]);
  for (const namespace of ["parts", "session"]) expect(areasOf(namespace), namespace).toEqual(["shop", "admin"]);
});
