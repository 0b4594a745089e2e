import fc from "fast-check";
import jsQR from "jsqr";
import sharp from "sharp";
import { expect, test } from "vitest";
import { type UpiPayment, upiLink } from "./upi-link.ts";
import { upiQr } from "./upi-qr.server.ts";

async function scanned(payment: UpiPayment): Promise<string | undefined> {
  const { data, info } = await sharp(upiQr(payment)).ensureAlpha().toColourspace("srgb").raw().toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

test("[S10.12] the QR code is a picture that another program reads as the link", async () => {
  const payment = { vpa: "trackside@okbank", payeeName: "ट्रैकसाइड Shop", paise: 49_907, requestCode: "REQ-MIFA2K9Z" };
  expect(await scanned(payment)).toBe(upiLink(payment));
});

test("[S10.12] the QR code of any payee and amount can be read", async () => {
  const anyPayment = fc.record({
    vpa: fc.constantFrom("a1@ybl", `${"long.name-".repeat(20)}@okhdfcbank`),
    payeeName: fc.string({ minLength: 1, maxLength: 60 }),
    paise: fc.integer({ min: 100, max: 1_000_000_00 }),
    requestCode: fc.constantFrom("REQ-MIFA2K9Z", "REQ-Z"),
  });
  await fc.assert(
    fc.asyncProperty(anyPayment, async (payment) => {
      expect(await scanned(payment)).toBe(upiLink(payment));
    }),
    { numRuns: 20 },
  );
});
