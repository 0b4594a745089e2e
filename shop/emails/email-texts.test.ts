import fc from "fast-check";
import { expect, test } from "vitest";
import { languages, textsIn } from "#messages/languages.ts";
import { writeEmail } from "./email-body.ts";
import {
  contactMessageEmail,
  newOrderEmail,
  orderApprovedEmail,
  orderPlacedEmail,
  orderRejectedEmail,
  passwordResetEmail,
} from "./email-texts.ts";

const texts = textsIn("en", "emails");
const shopName = "Trackside";
const look = { logo: null, accent: null };
const order = {
  requestCode: "REQ-1",
  productName: "Verified account",
  quantity: 2,
  totalPaise: 10_000_000,
  paymentMethod: "request",
} as const;
const link = "https://shop.example/order-status/REQ-1/key/abc";

test("the email about a placed order has its facts and the private link, with a word of warning", () => {
  const { subject, text, html } = orderPlacedEmail({ texts, shopName, look, order, way: { link, isPrivate: true }, hasHowToPay: true });
  expect(subject).toBe("We have your order REQ-1");
  for (const part of [
    "REQ-1",
    "Verified account",
    "₹1,00,000.00",
    "Request First",
    "12-24 hours",
    "your IDs and how to pay appear on its page",
    link,
    "Anyone with this link",
  ]) {
    expect(text).toContain(part);
    expect(html).toContain(part);
  }
  expect(orderPlacedEmail({ texts, shopName, look, order, way: { link, isPrivate: false }, hasHowToPay: false }).text).not.toContain(
    "Anyone with this link",
  );
});

test("[S11.1] an email is in the language of its reader, says so to screen readers, and keeps every fact", () => {
  const written = languages.map((language) => {
    const given = { texts: textsIn(language, "emails"), shopName, look, order, way: { link, isPrivate: true } };
    return orderApprovedEmail({ ...given, ids: ["id-1:a"], howToPay: "UPI" });
  });
  expect(new Set(written.map(({ subject }) => subject)).size).toBe(languages.length);
  expect(written.map(({ html }) => /<html lang="([^"]*)"/.exec(html)?.[1])).toEqual(["en-IN", "hi-IN"]);
  for (const { text } of written) for (const fact of ["REQ-1", "₹1,00,000.00", link, "id-1:a", "> UPI"]) expect(text).toContain(fact);
});

test("the email about an approval leads to the IDs, and carries them only where the owner wants that", () => {
  const way = { link, isPrivate: true };
  const usual = orderApprovedEmail({ texts, shopName, look, order, way, ids: null, howToPay: null });
  expect(usual.text).toContain("Your IDs are on its page");
  expect(usual.text).not.toContain("How to pay");
  expect(usual.text).not.toContain(texts("payLater"));
  expect(orderApprovedEmail({ texts, shopName, look, order, way, ids: null, howToPay: "" }).text).toContain(texts("payLater"));
  const whole = orderApprovedEmail({
    texts,
    shopName,
    look,
    order,
    way,
    ids: ["id-1:a", "id-2:b"],
    howToPay: "UPI: shop@bank\nThen write to us.",
  });
  expect(whole.text).toContain("id-1:a\nid-2:b");
  expect(whole.text).toContain("How to pay:\n\n> UPI: shop@bank\n> Then write to us.");
  expect(whole.html).toContain("UPI: shop@bank<br>Then write to us.");
});

test.each([
  ["RAIL_1  two  spaces"],
  ["user\tpassword\tmail@example.com"],
  [`a very long ID ${"with words ".repeat(40)}end`],
  ["<b>&amp; \"quoted\"  'x'"],
])("an ID is the same to the letter in both forms of an email: %j", (id) => {
  const way = { link, isPrivate: true };
  const { text, html } = orderApprovedEmail({ texts, shopName, look, order, way, ids: [id, "second"], howToPay: null });
  expect(text).toContain(`\n${id}\nsecond\n`);
  const [, shown = ""] = /<pre [^>]*>([\s\S]*?)<\/pre>/.exec(html) ?? [];
  const marks: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };
  expect(shown.replace(/&\w+;|&#39;/g, (mark) => marks[mark] ?? mark)).toBe(`${id}\nsecond`);
});

test("the email about a rejection says the reason", () => {
  const { text } = orderRejectedEmail({
    texts,
    shopName,
    look,
    order,
    way: { link, isPrivate: false },
    reason: "The card was empty.\nSorry.",
  });
  expect(text).toContain("> The card was empty.\n> Sorry.");
});

test("[S2.17] the reset email says how long its link works, and that it may be ignored", () => {
  const { text, subject } = passwordResetEmail({ texts, shopName, look, link: "https://shop.example/reset-password/t" });
  expect(subject).toBe("Set a new password for Trackside");
  expect(text).toContain("https://shop.example/reset-password/t");
  expect(text).toContain("works once, for 1 hour");
  expect(text).toContain("Your password stays the same");
});

test("[S2.27] the owner's emails tell of an order and of a message", () => {
  const queue = "https://shop.example/admin/orders?search=REQ-1";
  const email = newOrderEmail({ texts, shopName, look, order, link: queue });
  expect(email.text).toContain(queue);
  expect(email.html).toContain(queue.replace("&", "&amp;"));
  const message = contactMessageEmail({ texts, shopName, look, name: "Asha", email: "asha@example.com", message: "Hello\n\nthere" });
  expect(message).toMatchObject({ subject: "Message from Asha", text: expect.stringContaining("> Hello\n> \n> there") });
  expect(message.text).toContain("asha@example.com");
});

test("no text, whoever wrote it, becomes markup, a header, or a line that looks like ours", () => {
  const hostile = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom('<img src=x onerror="a">', "a\r\nBcc: b@c.example", "\u2028x", "&lt;", "'\"><a href=//evil>"),
  );
  fc.assert(
    fc.property(hostile, hostile, hostile, (name, reason, message) => {
      const facts = { ...order, productName: name };
      const emails = [
        orderRejectedEmail({ texts, shopName: name, look, order: facts, way: { link, isPrivate: true }, reason }),
        orderApprovedEmail({ texts, shopName, look, order: facts, way: { link, isPrivate: true }, ids: [name, reason], howToPay: message }),
        contactMessageEmail({ texts, shopName, look, name, email: reason, message }),
        newOrderEmail({ texts, shopName: message, look, order: facts, link }),
      ];
      for (const { subject, text, html } of emails) {
        expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        expect(subject.length).toBeLessThanOrEqual(200);
        expect(text).not.toMatch(/[^\n\t\P{Cc}]/u);
        expect(html.match(/<(?!\/?(html|head|meta|title|body|div|h1|p|pre|table|tr|td|a|br|blockquote|!doctype)[\s>])/g)).toBeNull();
        expect(html.match(/<a href="(?!https:\/\/shop\.example\/)/g)).toBeNull();
        expect(html).not.toMatch(/<[^>]*\son\w+=/);
      }
    }),
    { numRuns: 30 },
  );
});

test("a quoted line cannot pass for a line of the email", () => {
  const { text } = writeEmail({
    subject: "s",
    shopName,
    look,
    locale: "en-IN",
    parts: [{ quote: "a\nSet a new password:\nhttps://evil.example" }],
  });
  expect(text.split("\n").filter((line) => line.includes("evil"))).toEqual(["> https://evil.example"]);
});

test("[S12.12] an email carries the owner's logo and colour, and no markup of theirs", () => {
  const own = { logo: 'https://shop.example/shop-pictures/a.webp?logo=96"><script>', accent: "#a02020" };
  const { html } = passwordResetEmail({ texts, shopName: 'The "Night" Mail', look: own, link });
  expect(html).toContain("background:#a02020");
  expect(html).toContain('alt="The &quot;Night&quot; Mail"');
  expect(html).not.toContain("<script>");
  expect(passwordResetEmail({ texts, shopName, look, link }).html).not.toContain("<img");
});
