import { expect, test } from "vitest";
import { textsIn } from "#messages/languages.ts";
import { checkGiftCard } from "./check-order.ts";

const texts = textsIn("en", "orderForm");
const picture = { size: 20_000, type: "image/png" };

test.each([
  ["", picture, "giftCardAndProofRequired", "giftCardCode"],
  [" - ", picture, "giftCardAndProofRequired", "giftCardCode"],
  ["ABCD-123456-EFGH", null, "giftCardAndProofRequired", "paymentProof"],
  ["ABCD-123456-EFGH", { size: 0, type: "" }, "giftCardAndProofRequired", "paymentProof"],
  ["ABCD-123456-EFGH", { size: 10, type: "application/pdf" }, "proofNotAnImage", "paymentProof"],
  ["ABCD-123456-EFGH", { size: 10 * 1024 * 1024 + 1, type: "image/png" }, "proofTooBig", "paymentProof"],
  ["ABCD-123456-EFGHI", picture, "giftCardCodeInvalid", "giftCardCode"],
])("[S5.3] the gift card %j with %j is refused as %s beside %s", (code, proof, refusal, field) => {
  expect(checkGiftCard(code, proof, texts)).toMatchObject({ code: refusal, field });
});

test("[S5.3] a wrong code and a missing picture are both said; that both are required is said once", () => {
  expect(checkGiftCard("ABCD-123456-EFGHI", null, texts)).toMatchObject({
    field: "giftCardCode",
    alsoWrong: [{ field: "paymentProof", sentence: texts("giftCardAndProofRequired") }],
  });
  expect(checkGiftCard("", null, texts)).not.toHaveProperty("alsoWrong");
});

test("[S1.5] spaces and hyphens do not count in a gift card's code", () => {
  expect(checkGiftCard(" ABCD-123456 EFGH ", picture, texts)).toBeNull();
});

test.each(["", "application/octet-stream", "image/jpeg"])("[S5.3] the bytes of a picture of type %j decide, not its type", (type) => {
  expect(checkGiftCard("ABCD-123456-EFGH", { size: 20_000, type }, texts)).toBeNull();
});
