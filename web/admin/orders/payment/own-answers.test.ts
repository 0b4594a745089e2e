import { expect, test } from "vitest";
import { matchQuestions, ownAnswers, recordingQuestions } from "./own-answers.ts";

test("[S10.9] [S15.11] answers for one order do not count for another, but what was said of the payment does", () => {
  const answered = { requestCode: "REQ-A", rest: "discount", recalledConfirmed: "on", isOtherMoney: "on" };
  const ofOrder = (sent: object) => ownAnswers({ ...answered, ...sent }, matchQuestions);
  expect(ofOrder({})).toEqual(answered);
  expect(ofOrder({ askedFor: "REQ-A" })).toEqual({ ...answered, askedFor: "REQ-A" });
  for (const askedFor of ["REQ-B", ""]) expect(ofOrder({ askedFor })).toEqual({ requestCode: "REQ-A", isOtherMoney: "on", askedFor });
});

test("[S10.12] a payment is another one than the line that was asked about only with its UTR and amount", () => {
  const ofPayment = (askedFor: string) =>
    ownAnswers({ utr: "632912345678", amount: "500", isOtherMoney: "on", askedFor }, recordingQuestions);
  expect(ofPayment("632912345678 500")).toMatchObject({ isOtherMoney: "on" });
  for (const asked of ["632912345678 600", "632912345679 500"]) expect(ofPayment(asked)).not.toHaveProperty("isOtherMoney");
});
