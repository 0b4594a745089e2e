import { expect, test } from "vitest";
import { ownAnswers } from "./own-answers.ts";

const answered = { requestCode: "REQ-A", rest: "discount", recalledConfirmed: "on", isOtherMoney: "on" };
const ofOrder = (sent: object) => ownAnswers({ ...answered, ...sent }, "requestCode", ["rest", "recalledConfirmed"]);

test("[S10.9] [S15.11] answers for one order do not count for another, but what was said of the payment does", () => {
  expect(ofOrder({})).toEqual(answered);
  expect(ofOrder({ askedFor: "REQ-A" })).toEqual({ ...answered, askedFor: "REQ-A" });
  for (const askedFor of ["REQ-B", ""]) expect(ofOrder({ askedFor })).toEqual({ requestCode: "REQ-A", isOtherMoney: "on", askedFor });
});
