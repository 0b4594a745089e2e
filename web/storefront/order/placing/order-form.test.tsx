import { expect, test } from "vitest";
import type { ShownProduct } from "#shop/catalogue/product.ts";
import { linksOf, someSettings, tagsWith, wordsOf, written } from "#tests/support/web/render.tsx";
import { ContactChannels } from "#web/storefront/contact/contact-channels.tsx";
import { OrderForm } from "./order-form.tsx";

const at = new Date("2026-11-21T12:00:00Z");
const product: ShownProduct = {
  id: "a/b",
  name: "Family account",
  pricePaise: 49_900,
  description: "",
  image: "",
  isSample: false,
  createdAt: at,
  updatedAt: at,
  claimHours: null,
  available: 3,
};

const form = (available: number, isGuest = true, orderKey: string | null = null) =>
  written(
    <OrderForm
      product={product}
      available={available}
      atOnceUpTo={5}
      isGuest={isGuest}
      asksEmail={false}
      orderKey={orderKey}
      answer={undefined}
    />,
  );
const field = (html: string, name: string) => tagsWith(html, "<input", `name="${name}"`)[0] ?? "";
const submit = (html: string) => tagsWith(html, "<button", 'type="submit"')[0] ?? "";

test("[S1.1] [S1.4] [S1.5] the order form asks how many and how to pay: Request First after approval, Amazon Gift Card now", () => {
  const html = form(3);
  expect(tagsWith(html, "<form", 'method="post"', 'action="/product/a%2Fb/order"')).toHaveLength(1);
  expect(wordsOf(html)).toMatch(/Request First\|IDs in 12-24 hours\|Pay after approval/);
  expect(wordsOf(html)).toMatch(/Amazon Gift Card\|IDs in 12-24 hours\|Pay now/);
  expect(tagsWith(html, 'name="paymentMethod"').map((tag) => /value="(\w+)"/.exec(tag)?.[1])).toEqual(["request", "amazon"]);
  expect(wordsOf(html)).toContain("₹499.00");
});

test("[S1.2] [S10.6] each method says how soon its IDs come, the fastest first and chosen", () => {
  const settings = someSettings({ takesRequest: false, takesAmazon: false, takesUpi: true, takesRazorpay: true });
  const shown = (atOnceUpTo: number) =>
    written(
      <OrderForm product={product} available={3} atOnceUpTo={atOnceUpTo} isGuest asksEmail={false} orderKey={null} answer={undefined} />,
      { settings },
    );
  expect(wordsOf(shown(1))).toMatch(/Razorpay\|IDs at once\|.*UPI\|IDs in 12-24 hours\|/);
  expect(tagsWith(shown(1), "<input", 'value="razorpay"', "checked")).toHaveLength(1);
  expect(wordsOf(shown(0)), "the product waits for an approval").not.toContain("at once");
  const one = { settings: { ...settings, takesUpi: false } };
  const only = written(
    <OrderForm product={product} available={3} atOnceUpTo={9} isGuest asksEmail={false} orderKey={null} answer={undefined} />,
    one,
  );
  expect(wordsOf(only)).toContain("Razorpay|IDs at once");
  expect(wordsOf(only)).not.toContain("12-24");
  const free = { ...product, pricePaise: 0 };
  const nothing = (upTo: number) =>
    written(<OrderForm product={free} available={3} atOnceUpTo={upTo} isGuest asksEmail={false} orderKey={null} answer={undefined} />);
  expect(wordsOf(nothing(5))).toContain("there is nothing to pay.|IDs at once");
  expect(wordsOf(nothing(0))).toContain("there is nothing to pay.|IDs in 12-24 hours");
});

test("[S4.10] a customer's form says that it is one, so that the order is not taken for a guest's", () => {
  expect(field(form(3, false), "signedIn")).toContain('value="on"');
  expect(field(form(3), "signedIn")).toBe("");
});

test("[S5.1] the quantity goes from 1 to the stock", () => {
  const parts = ['role="spinbutton"', 'inputMode="numeric"', 'aria-valuemin="1"', 'aria-valuemax="3"', 'value="1"'];
  for (const part of parts) expect(field(form(3), "quantity")).toContain(part);
});

test("[S5.2] `Place Order` is disabled when nothing is in stock", () => {
  expect(submit(form(0))).toContain("disabled");
  expect(submit(form(1))).not.toContain('disabled=""');
});

test("[S1.5] [S5.3] the gift card's code is labelled 14 digits and not cut by its field, the proof is a picture", () => {
  const html = form(3);
  expect(wordsOf(html)).toContain("Gift card code (14 digits)");
  expect(field(html, "giftCardCode")).not.toMatch(/maxlength/i);
  expect(field(html, "paymentProof")).toContain('accept="image/*"');
});

test("[S2.27] [S1.8] the contact page has the support address, the chat and the messaging link, if they are set", () => {
  expect(linksOf(written(ContactChannels))).toEqual([
    ["Email help@shop.example", "mailto:help@shop.example"],
    ["Chat", "https://chat.example/shop"],
    ["Messaging", "https://message.example/shop"],
  ]);
  const unset = someSettings({ supportEmail: null, chatUrl: null, messagingUrl: null });
  expect(written(ContactChannels, { settings: unset })).toBe("");
});

test("[S5.2] the form carries no key, so that the page can be cached: a script fills it in, and without script a link leads to a form that has one", () => {
  const html = form(3);
  expect(field(html, "idempotencyKey")).not.toContain("value=");
  expect(html).toMatch(/name="idempotencyKey"[^>]*\/><script/);
  expect(html).toContain("<noscript><a");
  expect(html).toContain('href="/product/a%2Fb?form=1"');

  const given = form(3, true, "a key of this form alone");
  expect(field(given, "idempotencyKey")).toContain('value="a key of this form alone"');
  expect(given).not.toContain("<script");
  expect(given).not.toContain("<noscript");
});
