import { expect, test } from "vitest";
import { textsIn } from "#messages/languages.ts";
import { wordsOf, written } from "#tests/support/web/render.tsx";
import { UtrSheet } from "./utr-form.tsx";

const texts = textsIn("en", "orderUpi");

test("[S10.12] a buyer whose order has no amount of its own reads that the UTR is needed, others that it helps", () => {
  const shown = (isNeeded: boolean) =>
    wordsOf(written(<UtrSheet requestCode="REQ-1" sent={null} why={isNeeded ? "utrNeeded" : "utrHelps"} />));
  expect(shown(true)).toContain(texts("utrNeeded"));
  expect(shown(false)).toContain(texts("utrHelps"));
  expect(texts("utrNeeded")).not.toBe(texts("utrHelps"));
});
