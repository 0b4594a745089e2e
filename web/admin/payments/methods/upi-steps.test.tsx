import { expect, test } from "vitest";
import { tagsWith, wordsOf, written } from "#tests/support/web/render.tsx";
import { UpiSteps } from "./upi-steps.tsx";

const stored = { isOn: false, vpa: "shop@okbank", payeeName: "Shop", isMerchantVpa: true };
const changedAt = new Date("2026-11-28T10:00:00Z");
function html(overrides: Partial<typeof stored> | { vpa: null }, isPaid = false) {
  return written(<UpiSteps method={{ ...stored, ...overrides }} trial={{ changedAt, isPaid }} answered={undefined} />);
}
const ticked = (page: string) => [...page.matchAll(/<h2><span>([^<]*)<\/span>(<span class="unseen">)/g)].map(([, title]) => title);

test("[S10.1] [S10.12] the steps of UPI are ticked by what is stored, and a QR code is there to test the stored UPI ID", () => {
  const empty = html({ vpa: null });
  expect(ticked(empty)).toEqual([]);
  expect(tagsWith(empty, "<img")).toEqual([]);
  expect(wordsOf(empty)).not.toContain("Turn on UPI");

  const off = html({});
  expect(ticked(off)).toEqual(["Enter your UPI ID"]);
  expect(tagsWith(off, "<img", "/admin/payment-methods/upi/test.png")).toHaveLength(1);
  expect(wordsOf(off)).toContain("Turn on UPI");
  expect(ticked(html({ isOn: true }))).toEqual(["Enter your UPI ID", "Turn it on"]);
  expect(ticked(html({ isOn: true }, true))).toEqual([
    "Enter your UPI ID",
    "Test it with your own app",
    "Turn it on",
    "Place an order yourself",
  ]);
});

test("[S10.1] each form sends its own parts and nothing that was stored when the page was loaded", () => {
  const namesIn = (page: string) =>
    [...page.matchAll(/<form[\s\S]*?<\/form>/g)].map(([form]) => [...form.matchAll(/ name="(\w+)"/g)].map(([, name]) => name));
  const payee = ["form", "vpa", "payeeName", "isMerchantVpa", "currentPassword"];
  expect(namesIn(html({}))).toEqual([payee, ["form", "isOn"]]);
  expect(namesIn(html({ isOn: true })), "off").toEqual([payee, ["form"]]);
});
