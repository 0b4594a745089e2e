import { expect, test } from "vitest";
import { linksOf, written } from "#tests/support/web/render.tsx";
import { PaymentDisputes } from "./payment-disputes.tsx";

const openedAt = new Date("2026-11-26T12:00:00Z");
const dispute = {
  providerId: "disp_1",
  paise: 39_000,
  currency: "INR",
  reason: "goods not received",
  state: "to answer",
  respondBy: new Date("2026-12-03T12:00:00Z"),
  openedAt,
  closedAt: null,
} as const;

test("[S10.18] a dispute says how much, why and until when to answer, and leads to the provider's page without naming the payment", () => {
  const html = written(<PaymentDisputes payment={{ source: "razorpay", disputes: [dispute] }} currency="₹" />);
  for (const said of ["390", "goods not received", "disp_1", "Answer needed", "Answer by", "2026-12-03"]) expect(html).toContain(said);
  expect(linksOf(html).map(([, to]) => to)).toEqual(["https://dashboard.razorpay.com/app/disputes"]);
  const over = written(
    <PaymentDisputes payment={{ source: "stripe", disputes: [{ ...dispute, state: "lost", closedAt: openedAt }] }} currency="₹" />,
  );
  expect(over).toContain("Lost");
  expect(over).not.toContain("Answer by");
});
