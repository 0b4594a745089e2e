import { expect, test } from "vitest";
import { missingParts } from "./payment-method.ts";

const complete = {
  name: "razorpay" as const,
  settings: { keyId: "rzp_live_1" },
  secrets: ["keySecret", "webhookSecret"],
  appUrl: "https://shop.example",
  isPublic: true,
  hasPages: true,
};

test("[S10.1] a provider's method needs its keys, its webhook secret, an https address and published pages", () => {
  expect(missingParts(complete)).toEqual([]);
  expect(missingParts({ ...complete, settings: { keyId: "" }, secrets: [] })).toEqual(["keyId", "keySecret", "webhookSecret"]);
  expect(missingParts({ ...complete, appUrl: "http://shop.example" })).toEqual(["httpsAddress"]);
  expect(missingParts({ ...complete, hasPages: false })).toEqual(["pages"]);
  expect(missingParts({ ...complete, name: "stripe" })).toEqual(["secretKey"]);
});

test("[S10.1] a shop on this machine needs no https address and no pages", () => {
  expect(missingParts({ ...complete, appUrl: null, isPublic: false, hasPages: false })).toEqual([]);
});
