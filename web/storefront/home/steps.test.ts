import { expect, test } from "vitest";
import { messages } from "#shop/messages.ts";
import { stepsWith } from "./steps.ts";

test("[S1.4] [S2.9] the steps say that the ID comes with the approval and is paid afterwards, and who explains how", () => {
  const paying = (hasPaymentInstructions: boolean) => stepsWith(["request", "amazon"], hasPaymentInstructions)[1]?.more;
  expect(paying(true)).toContain("pay after approval. When we approve it, your ID and how to pay appear on its page.");
  expect(paying(false)).toContain("pay after approval. When we approve it, your ID appears on its page, and we tell you how to pay.");
  expect(stepsWith(["request"], true)[1]?.more).toContain(messages.requestFirstNext(true));
  expect(JSON.stringify(stepsWith(["amazon"], true))).not.toContain("how to pay");
});
