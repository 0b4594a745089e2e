import { afterAll, expect, test } from "vitest";
import { greyProof, seeProof } from "#shop/payments/hash-proof.server.ts";
import { openTestDecoder } from "#tests/support/pictures/decoder.ts";
import { aGiftCardScreenshot, changes, drawing } from "#tests/support/pictures/similar-proofs.ts";
import { disagreement, showsTheSame } from "./picture-comparison.ts";
import { fitOf } from "./picture-fit.ts";

const decoder = openTestDecoder();
afterAll(() => decoder.close());

const draw = drawing(7);
const original = await aGiftCardScreenshot(draw);
const otherCard = await aGiftCardScreenshot(draw);

test.for(Object.entries(changes))("a picture that was %s shows the same, and another card of the same app does not", async ([, change]) => {
  const changed = await greyProof(decoder, await change(original, draw));
  const grey = await greyProof(decoder, original);
  expect(showsTheSame(grey, changed, fitOf(grey, changed))).toBe(true);
  const other = await greyProof(decoder, otherCard);
  expect(disagreement(other, changed, fitOf(other, changed))).toBeGreaterThan(0.04);
});

test("pixels are equal only where each is", async () => {
  const { pixels } = await seeProof(decoder, original);
  expect((await seeProof(decoder, Buffer.from(original))).pixels).toEqual(pixels);
  expect((await seeProof(decoder, otherCard)).pixels).not.toEqual(pixels);
  expect(pixels).toHaveLength(32);
});
