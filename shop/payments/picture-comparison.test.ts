import { expect, test } from "vitest";
import { aGiftCardScreenshot, changes, drawing } from "#tests/support/look-alikes.ts";
import { disagreement, showsTheSame } from "./closer-look.ts";
import { fitOf } from "./picture-fit.ts";
import { greyProof, seeProof } from "./see-proof.server.ts";

const draw = drawing(7);
const original = await aGiftCardScreenshot(draw);
const lookAlike = await aGiftCardScreenshot(draw);

test.for(Object.entries(changes))("a picture that was %s shows the same, and its look-alike does not", async ([, change]) => {
  const changed = await greyProof(await change(original, draw));
  const grey = await greyProof(original);
  expect(showsTheSame(grey, changed, fitOf(grey, changed))).toBe(true);
  const other = await greyProof(lookAlike);
  expect(disagreement(other, changed, fitOf(other, changed))).toBeGreaterThan(0.04);
});

test("pixels are equal only where each is", async () => {
  const { pixels } = await seeProof(original);
  expect((await seeProof(Buffer.from(original))).pixels).toEqual(pixels);
  expect((await seeProof(lookAlike)).pixels).not.toEqual(pixels);
  expect(pixels).toHaveLength(32);
});
