import { expect, test } from "vitest";
import { upiLink } from "./upi-link.ts";

const payment = { vpa: "trackside@okbank", payeeName: "Trackside & Söhne 100%", paise: 49_907, requestCode: "REQ-MIFA2K9Z" };

test("[S10.12] a UPI link has payee, amount with two decimals, currency, note and reference, with spaces as %20", () => {
  expect(upiLink(payment)).toBe(
    "upi://pay?pa=trackside@okbank&pn=Trackside%20%26%20S%C3%B6hne%20100%25&am=499.07&cu=INR&tn=REQ-MIFA2K9Z&tr=REQMIFA2K9Z",
  );
});

test("[S10.12] the amount of a UPI link always has two decimals, and no grouping", () => {
  const amounts = [1, 100, 100_000_00, 1_000_000_00].map((paise) => new URL(upiLink({ ...payment, paise })).searchParams.get("am"));
  expect(amounts).toEqual(["0.01", "1.00", "100000.00", "1000000.00"]);
});

test("[S10.12] a reference has at most 35 letters and digits, a note at most 50 characters", () => {
  const { searchParams } = new URL(upiLink({ ...payment, requestCode: `REQ-${"a1".repeat(40)}` }));
  expect(searchParams.get("tr")).toMatch(/^[A-Z0-9]{35}$/);
  expect(searchParams.get("tn")).toHaveLength(50);
});
