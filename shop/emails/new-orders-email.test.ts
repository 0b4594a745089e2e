import { expect, test } from "vitest";
import { languages, textsIn } from "#messages/languages.ts";
import { newOrdersEmail } from "./new-orders-email.ts";

const look = { logo: null, accent: null };
const link = "https://shop.example/admin/orders";
const order = { productName: "Verified account", quantity: 2, totalPaise: 99_800, paymentMethod: "upi" } as const;
const orders = Array.from({ length: 3 }, (_, n) => ({ ...order, requestCode: `REQ-${n + 1}` }));
const inLanguage = (language: (typeof languages)[number], count: number) =>
  newOrdersEmail({ texts: textsIn(language, "emails"), shopName: "Trackside", look, count, listed: orders, link });

test("one email names each of several new orders, with what an email about it alone says", () => {
  const { subject, text, html } = inLanguage("en", 3);
  expect(subject).toBe("3 new orders");
  for (const part of ["You have 3 new orders.", "REQ-1", "REQ-2", "REQ-3: 2 × Verified account, ₹998.00, UPI", link])
    expect(text).toContain(part);
  for (const part of ["REQ-1", "2 × Verified account", "₹998.00"]) expect(html).toContain(part);
  expect(text).not.toContain("more");
});

test("orders beyond those it lists are counted, so that none is lost", () => {
  expect(inLanguage("en", 1_000).subject).toBe("1,000 new orders");
  expect(inLanguage("en", 1_000).text).toContain("997 more are in the queue.");
});

test("[S11.1] it is in the shop's language", () => {
  const written = languages.map((language) => inLanguage(language, 4));
  expect(new Set(written.map(({ subject }) => subject)).size).toBe(languages.length);
  for (const { text } of written) for (const fact of ["REQ-1", "₹998.00", "Verified account", link]) expect(text).toContain(fact);
});
