import { expect, test } from "vitest";
import { FIRST_LANDING_SECTIONS, landingSections, readLandingSections } from "./landing-sections.ts";

test("[S12.12] an order of the landing page names each section once", () => {
  expect(readLandingSections(FIRST_LANDING_SECTIONS)).toEqual(landingSections);
  expect(readLandingSections(landingSections.toReversed().join(","))).toEqual(landingSections.toReversed());
  for (const wrong of ["", "products", `${FIRST_LANDING_SECTIONS},products`, FIRST_LANDING_SECTIONS.replace("steps", "other")])
    expect(readLandingSections(wrong), wrong).toBeNull();
});
