import { expect, test } from "vitest";
import { languages, textsIn } from "#messages/languages.ts";
import { cleanHtml } from "#shop/catalogue/description.server.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import { PAGE_TITLE_MAX_LENGTH } from "./constants.ts";
import { isPageSlug, type PublishedPage, pageFor, pageSlugs, pagesFor } from "./page.ts";
import { pageDraft } from "./page-draft.ts";
import { shownHtml } from "./shown-html.ts";

const aPage = (slug: PublishedPage["slug"], language: string): PublishedPage => ({
  slug,
  language,
  title: `${slug} ${language}`,
  html: "<p>x</p>",
  publishedAt: new Date("2026-11-26T00:00:00Z"),
});
const published = [aPage("about", "hi"), aPage("terms", "en"), aPage("terms", "hi")];
const titles = (languages: string[]) => pagesFor(published, languages).map(({ title }) => title);

test("[S10.14] [S11.2] a page is shown in the first language that it has, else in another one", () => {
  expect(titles(["hi", "en"])).toEqual(["terms hi", "about hi"]);
  expect(titles(["en"])).toEqual(["terms en", "about hi"]);
  expect(titles(["ta", "hi"])).toEqual(["terms hi", "about hi"]);
  expect(pageFor(published, "privacy", ["en"])).toBeNull();
  expect([isPageSlug("terms"), isPageSlug("imprint")]).toEqual([true, false]);
});

const settings = {
  name: "Ria & Sons <Rail>",
  blurb: 'IDs for the "night" train.',
  sinceYear: 2025,
  supportEmail: "help@shop.example",
  takesRequest: true,
  takesAmazon: true,
  takesUpi: true,
  guestOrderHours: 72,
  eraseProofsDays: 90,
  eraseCodesDays: 0,
  eraseIdsDays: 1,
  eraseMessagesDays: 30,
  grievanceName: "",
  grievanceContact: "",
  mailsIds: false,
} as ShopSettings;

test("[S10.14] a draft in each language is HTML that is stored as it is", () => {
  for (const language of languages) {
    for (const slug of pageSlugs) {
      const { title, html } = pageDraft(textsIn(language, "pageDrafts"), slug, settings);
      expect(cleanHtml(html), `${language} ${slug}`).toBe(html);
      expect(html.length).toBeGreaterThan(200);
      expect(title.length).toBeLessThanOrEqual(PAGE_TITLE_MAX_LENGTH);
    }
  }
});

test("[S10.14] a draft says what the shop does with its settings", () => {
  const draft = (slug: PublishedPage["slug"], overrides: Partial<ShopSettings> = {}) =>
    pageDraft(textsIn("en", "pageDrafts"), slug, { ...settings, ...overrides });
  expect(draft("about")).toMatchObject({ title: "About Ria & Sons <Rail>", html: expect.stringContaining("Ria &amp; Sons &lt;Rail&gt;") });
  expect(draft("terms").html).toContain("help@shop.example");
  expect(draft("terms", { supportEmail: null }).html).toContain("Our contact page");
  expect(draft("terms").html).toMatch(/<li>Request First.*<li>Amazon Gift Card/s);
  expect(draft("terms", { takesAmazon: false }).html).not.toContain("Amazon");
  expect(draft("terms").html).toContain("<li>UPI: ");
  expect(draft("terms", { takesUpi: false }).html).not.toContain("UPI");
  expect(draft("terms").html).not.toContain("Online");
  expect(draft("terms", { takesStripe: true }).html).toContain("<li>Online: ");
  expect(draft("privacy", { takesRazorpay: true }).html).toContain("If you pay online: the payment provider");
  expect(draft("delivery", { takesRazorpay: true }).html).toContain("If you pay online, they usually appear");
  expect(draft("refunds").html).toContain("within 72 hours");
  expect(draft("refunds", { guestOrderHours: 0 }).html).not.toContain("hours");
  expect(draft("privacy").html).toContain("Payment proofs: 90 days after");
  expect(draft("privacy").html).toContain("Gift card codes: as long as the order.");
  expect(draft("privacy").html).toContain("Delivered IDs: 1 day after");
  expect(draft("privacy", { takesAmazon: false }).html).not.toMatch(/gift card|proof/i);
  expect(draft("delivery").html).toContain("We also email you");
  expect(draft("delivery", { mailsIds: true }).html).toContain("We also email them to you");
});

test("[S14.15] the draft of the page about the shop names the grievance officer once set, in each language", () => {
  for (const language of languages) {
    const about = (overrides: Partial<ShopSettings>) =>
      pageDraft(textsIn(language, "pageDrafts"), "about", { ...settings, ...overrides }).html;
    const label = textsIn(language, "contact")("grievanceOfficer");
    expect(about({}), language).not.toContain(label);
    expect(about({ grievanceName: "Asha <Rao>", grievanceContact: "022 1234 5678" }), language).toContain(
      `<p>${label}: Asha &lt;Rao&gt;, 022 1234 5678</p>`,
    );
    expect(about({ grievanceContact: "asha@shop.example" }), language).toContain(`<p>${label}: asha@shop.example</p>`);
  }
});

test("[S14.16] the draft about privacy says for how long messages about orders stay", () => {
  const draft = (eraseMessagesDays: number) => pageDraft(textsIn("en", "pageDrafts"), "privacy", { ...settings, eraseMessagesDays }).html;
  expect(draft(30)).toContain("Messages about an order: 30 days after the last one, once the order is decided.");
  expect(draft(0)).toContain("Messages about an order: as long as the order.");
});

test("[S10.14] a draft says what the payment methods mean that are on", () => {
  const only = { takesRequest: false, takesAmazon: false, takesUpi: false, takesRazorpay: true, takesStripe: false };
  for (const language of languages)
    for (const slug of ["terms", "privacy", "delivery"] as const) {
      const { html } = pageDraft(textsIn(language, "pageDrafts"), slug, { ...settings, ...only });
      expect(html, `${language} ${slug}`).not.toMatch(/UTR|Request First|Gift Card|पहले रिक्वेस्ट|गिफ़्ट/);
    }
  const draft = (slug: PublishedPage["slug"], ways: Partial<ShopSettings>) =>
    pageDraft(textsIn("en", "pageDrafts"), slug, { ...settings, ...ways }).html;
  expect(draft("delivery", only)).not.toContain("A person reviews");
  expect(draft("delivery", { takesRazorpay: true })).toContain("A person reviews all other orders");
  expect(draft("delivery", {})).toContain("A person reviews every order");
  expect(draft("about", only)).not.toContain("A person reviews every order");
  expect(draft("refunds", only), "no order waits without a payment").not.toContain("72 hours");
  expect(draft("privacy", only)).toContain("Who paid, and pictures of payments: 90 days.");
});

test("[S10.14] the headings of a page follow its title", () => {
  expect(shownHtml("<h3>Who</h3><p>h3 &lt;h3&gt;</p><h5>We</h5><hr />")).toBe("<h2>Who</h2><p>h3 &lt;h3&gt;</p><h4>We</h4><hr />");
});
