import { expect, test } from "vitest";
import { textsIn } from "#messages/languages.ts";
import type { ShownMethod } from "#shop/payments/methods/payment-methods.server.ts";
import { wordsOf, written } from "#tests/support/web/render.tsx";
import { ProviderSheet } from "./provider-sheet.tsx";

const texts = textsIn("en", "adminProviders");
const method: ShownMethod = {
  name: "razorpay",
  isOn: true,
  settings: { keyId: "rzp_test_1DP5mmOlF5G5ag" },
  secrets: { keySecret: "3456", webhookSecret: "6789" },
  missing: [],
  isTest: true,
  eventsPath: "/api/payments/razorpay/events",
  lastEvent: null,
  silentSince: null,
  hasEarlierKeys: false,
};
const shown = (overrides: Partial<ShownMethod>, isPublic: boolean) =>
  wordsOf(
    written(<ProviderSheet method={{ ...method, ...overrides }} origin="https://shop.example" isPublic={isPublic} answered={undefined} />),
  );

test("[S10.1] test keys in a public shop are an error that says what happens: anybody gets IDs without paying", () => {
  expect(shown({}, true)).toContain(texts("testKeysInPublic"));
  expect(shown({ isOn: false }, true), "off").not.toContain(texts("testKeysInPublic"));
  expect(shown({}, false), "on this machine").toContain(texts("testKeys"));
  expect(shown({}, false)).not.toContain(texts("testKeysInPublic"));
  for (const isPublic of [true, false]) expect(shown({ isTest: false }, isPublic)).not.toMatch(/test keys/);
});
