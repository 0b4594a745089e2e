import type { ComponentProps, ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub, Outlet } from "react-router";
import { expect, test } from "vitest";
import { type Language, textsIn } from "#messages/languages.ts";
import { cleanHtml } from "#shop/catalogue/description.server.ts";
import type { PageSlug } from "#shop/pages/page.ts";
import { landingSections } from "#shop/settings/look/landing-sections.ts";
import { firstSettings } from "#shop/settings/settings-list.ts";
import type { TestimonialKind } from "#shop/settings/testimonials.ts";
import { linksOf, tagsWith, wordsOf } from "#tests/support/web/render.tsx";
import { ContactForm } from "#web/storefront/contact/contact-form.tsx";
import { ContactThanks } from "#web/storefront/contact/contact-thanks.tsx";
import HomePage from "#web/storefront/home/home.tsx";
import HowItWorks from "#web/storefront/home/how-it-works.tsx";
import { type OwnTestimonials, ownTestimonials } from "#web/storefront/home/own-testimonials.ts";
import NotFound from "#web/storefront/meta/not-found.tsx";
import { ProductOffer } from "#web/storefront/product/product-offer.tsx";
import { ProductOrdered } from "#web/storefront/product/product-ordered.tsx";
import { ProductCard } from "#web/storefront/products/product-card.tsx";
import { ProductsFound } from "#web/storefront/products/products-found.tsx";
import { PageLanguage } from "#web/texts.tsx";
import { UiTextsOfPage } from "#web/ui/ui-texts.ts";

type Settings = { name: string; sinceYear: number; takesRequest: boolean; takesAmazon: boolean } & {
  [link in "idCheckerUrl" | "supportEmail" | "chatUrl" | "messagingUrl"]: string | null;
};

/** A page as the server renders it, with the root's settings. */
function written(Page: ComponentType, settings: Partial<Settings> = {}, language: Language = "en", pages: PageSlug[] = []): string {
  const Stub = createRoutesStub([{ id: "root", path: "/", Component: Outlet, children: [{ index: true, Component: Page }] }]);
  const first = { name: "Trackside", sinceYear: 2_025, idCheckerUrl: null, supportEmail: null, chatUrl: null, messagingUrl: null };
  const given = { ...first, takesRequest: true, takesAmazon: true, ...settings };
  return renderToStaticMarkup(
    <PageLanguage value={{ language }}>
      <UiTextsOfPage value={textsIn(language, "site")}>
        <Stub hydrationData={{ loaderData: { root: { settings: given, pages } } }} />
      </UiTextsOfPage>
    </PageLanguage>,
  );
}

/** The text under a heading, without tags. */
function partOf(html: string, title: string): string {
  const [, after = ""] = html.split(`>${title}</h2>`);
  return after.split("<h2")[0] ?? "";
}

/** The landing page with these products. */
const homeWith =
  (
    products: ComponentProps<typeof HomePage>["loaderData"]["products"],
    testimonials: OwnTestimonials | null = { quotes: [] },
    isAtOnce = false,
  ) =>
  () => <HomePage loaderData={{ products, isAtOnce, testimonials, sections: [...landingSections], picture: "drawing" }} />;
const Home = homeWith([]);

/** What an owner said of a shop: how to reach it, and where an ID is checked. */
const said = { supportEmail: "help@shop.example", idCheckerUrl: "https://checker.example/?a=1&b=2" };

const count = (html: string, what: RegExp) => html.match(what)?.length ?? 0;

test("[S1.2] the landing page promises accounts, support, replacement, and one thing about the wait", () => {
  for (const settings of [{}, said]) {
    const [reviewed, atOnce] = [written(Home, settings), written(homeWith([], { quotes: [] }, true), settings)];
    for (const promise of ["Verified accounts", "24/12 support", "Replacement guarantee"])
      for (const html of [reviewed, atOnce]) expect(html).toContain(promise);
    expect(wordsOf(reviewed)).toContain("Approved in |12-24 hours");
    expect(reviewed).not.toContain("Instant delivery");
    expect(atOnce).toContain("Instant delivery");
    expect(atOnce).not.toContain("12-24");
  }
});

test("[S2.7] [S2.8] a shop whose owner has said nothing shows nothing made up", () => {
  const html = written(homeWith([], ownTestimonials({ ...firstSettings }, "en")));
  for (const part of ["What we sell", "Why people order here", "What buyers say", "sample"]) expect(html).not.toContain(part);
  for (const part of ["Our promises", "How It Works"]) expect(html).toContain(part);
});

test("[S2.7] the landing page has hero, badges, six features, categories, four steps, and ways to the products and to how it works", () => {
  const at = new Date();
  const [first, ...others] = ["Gold ID", "Silver ID", "Third ID", "Fourth ID"].map((name) => ({
    id: name,
    name,
    pricePaise: 1_00,
    description: "",
    image: "",
    claimHours: null,
    isSample: false,
    createdAt: at,
    updatedAt: at,
    available: 1,
  }));
  if (!first) throw new Error("no product");
  const html = written(homeWith([{ ...first, nameLang: "hi" }, ...others]), said);
  expect(count(html, /<h1/g)).toBe(1);
  expect(count(html.split('aria-label="Our promises"')[1]?.split("</ul>")[0] ?? "", /<li/g)).toBeGreaterThanOrEqual(4);
  expect(count(partOf(html, "Why people order here"), /<h3/g)).toBe(6);
  expect(count(partOf(html, "How It Works"), /<h3/g)).toBe(4);
  const categories = partOf(html, "What we sell");
  expect(linksOf(categories)[0]).toEqual(["All products Gold ID  ·  Silver ID  ·  Third ID", "/products"]);
  expect(tagsWith(categories, "<span", 'lang="hi"')).toHaveLength(1);
  expect(categories).toMatch(/<a href="https:\/\/checker\.example\/\?a=1&amp;b=2"[^>]*target="_blank"[^>]*rel="noopener noreferrer"/);
  for (const way of ["/products", "/how-it-works"]) expect(count(html, new RegExp(`<a[^>]*href="${way}"`, "g"))).toBeGreaterThanOrEqual(2);
});

test("[S12.7] the landing page shows products with price and stock before anything else, and leads those who ordered to My orders", () => {
  const at = new Date();
  const product = {
    id: "a/b",
    name: "Tatkal ID",
    pricePaise: 1_00_000_00,
    description: "",
    image: "",
    claimHours: null,
    isSample: false,
    createdAt: at,
    updatedAt: at,
  };
  const html = written(homeWith([{ ...product, available: 4 }]));
  expect(linksOf(html)).toContainEqual(["Tatkal ID ₹1,00,000.00 Only 4 left", "/product/a%2Fb"]);
  expect(html.indexOf("Tatkal ID")).toBeLessThan(html.indexOf("Our promises"));
  expect(linksOf(html)).toContainEqual(["Find your order", "/my-orders"]);
  expect(written(Home)).not.toContain("Our products");
});

test("[S2.13] a product that is sold out says so and shows what else can be bought", () => {
  const at = new Date();
  const product = {
    id: "p",
    name: "Gone ID",
    pricePaise: 1_00,
    description: "",
    image: "",
    claimHours: null,
    isSample: false,
    createdAt: at,
    updatedAt: at,
    available: 0,
  };
  const similar = [{ ...product, id: "q", name: "Other ID", available: 9 }];
  const offer = (shown: typeof product, others: (typeof product)[] = [], isForSale = true, canNotify = false) =>
    written(() => (
      <ProductOffer
        product={shown}
        similar={others}
        isForSale={isForSale}
        atOnceUpTo={5}
        isGuest
        asksEmail={false}
        canNotify={canNotify}
        orderKey={null}
        answer={undefined}
      />
    ));
  expect(wordsOf(offer(product, similar))).toContain("Sold out. These are in stock:");
  expect(linksOf(offer(product, similar))).toContainEqual(["Other ID ₹1.00 9 in stock", "/product/q"]);
  expect(wordsOf(offer(product))).toContain("Sold out. New IDs come in often");
  expect(wordsOf(offer({ ...product, available: 1 }))).not.toContain("Sold out");
  // The form is on the first screen of a phone.
  expect(wordsOf(offer(product, similar, true, true))).toMatch(/Sold out for now\..*Your email.*Notify me.*Similar products/);
  // What cannot be used is not there.
  expect(wordsOf(offer({ ...product, available: 1 }))).toContain("Place Order");
  for (const html of [offer(product), offer({ ...product, available: 1 }, [], false)]) expect(wordsOf(html)).not.toContain("Place Order");
});

test("[S2.7] where no ID Checker is set, none is offered", () => {
  expect(written(Home)).not.toContain("ID Checker");
});

test("[S2.13] beside Place Order a product's page says who sells, what happens with an ID that does not work, and how to reach a person", () => {
  const at = new Date();
  const product = {
    id: "p",
    name: "ID",
    pricePaise: 1_00,
    description: "",
    image: "",
    claimHours: null,
    isSample: false,
    createdAt: at,
    updatedAt: at,
  };
  const Offer = () => (
    <ProductOffer
      product={{ ...product, available: 1 }}
      similar={[]}
      isForSale
      atOnceUpTo={5}
      isGuest
      asksEmail={false}
      canNotify={false}
      orderKey={null}
      answer={undefined}
    />
  );
  const trust = (html: string) => html.split("Place Order")[1] ?? "";
  const first = trust(written(Offer));
  expect(wordsOf(first)).toContain("Sold by |Trackside|, since 2025|If an ID doesn't work, we replace it.|Write to us|");
  expect(linksOf(first)).toEqual([["Write to us", "/contact"]]);
  const whole = trust(written(Offer, { chatUrl: "https://chat.example/shop" }, "en", ["terms", "privacy", "refunds"]));
  expect(linksOf(whole)).toEqual([
    ["Write to us", "/contact"],
    ["Chat", "https://chat.example/shop"],
    ["Terms", "/terms"],
    ["Refunds", "/refunds"],
  ]);
});

test("[S12.7] [S2.8] the landing page quotes three samples, or what the owner wrote, marked with its language, or nothing", () => {
  const title = "What buyers say";
  const landing = (testimonialsShown: TestimonialKind, testimonials: string, language: Language = "en") =>
    written(homeWith([], ownTestimonials({ testimonialsShown, testimonials, textLanguage: "en" }, language)), {}, language);
  expect(count(partOf(landing("samples", "Quick. | Asha | Pune"), title), /sample/g)).toBe(3);
  const own = partOf(landing("own", "Quick & <b>good</b>. | Asha | Agra\nOn time. | Élodie"), title);
  expect(own).toContain("Quick &amp; &lt;b&gt;good&lt;/b&gt;.");
  expect(own).toContain("Élodie");
  expect(count(own, /<blockquote/g)).toBe(2);
  expect(own, "two are not turned").not.toContain("Pause");
  expect(own).not.toContain("sample");
  expect(own).not.toContain('lang="en"');
  expect(landing("own", "Quick. | Asha", "hi")).toMatch(/<ul lang="en"[^>]*><li[^>]*><figure/);
  expect(partOf(landing("own", "a | b\na2 | b\na3 | b"), title)).toContain("Pause");
  expect(landing("none", "Quick. | Asha | Pune")).not.toContain(title);
});

test("[S2.9] how it works in four full steps, both ways to pay, the promise of 12-24 hours and the replacement", () => {
  const html = written(HowItWorks);
  for (const step of ["Step 1", "Step 2", "Step 3", "Step 4", "Request First", "Amazon Gift Card", "12-24 hours", "we replace it"])
    expect(html).toContain(step);
  const ways = partOf(html, "Two ways to pay");
  expect(ways).toContain(
    "Order first and pay after approval. When we approve your order, your ID appears on its page. We then tell you how to pay.",
  );
  expect(ways).toContain("a screenshot of the card");
});

test("[S2.10] a card shows name, cleaned description, price with rupee sign and two decimals, picture named by the product, and Buy Now", () => {
  const at = new Date();
  const description = cleanHtml('<p onclick="x()">For <b>two</b></p><script>alert(1)</script>');
  const product = { id: "a/b", name: "Tatkal ID", pricePaise: 1_00_000_00, description, image: "https://pictures.example/1.png" };
  const card = { ...product, claimHours: null, isSample: false, createdAt: at, updatedAt: at, available: 4 };
  const html = written(() => <ProductCard product={card} label={card.name} isFirst={false} />);
  expect(html).toContain("Tatkal ID</h2>");
  expect(html).toContain("<p>For <b>two</b></p>");
  expect(html).not.toContain("alert(1)");
  expect(html).toContain("₹1,00,000.00");
  expect(html).toContain("4 left");
  expect(tagsWith(html, "<img", 'src="https://pictures.example/1.png"', 'alt="Tatkal ID"', 'loading="lazy"')).toHaveLength(1);
  expect(html).toMatch(/<a [^>]*href="\/product\/a%2Fb"[^>]*>(?:<span[^>]*>)?Buy Now</);
  const soldOut = written(() => <ProductCard product={{ ...card, available: 0 }} label={card.name} isFirst={false} />);
  expect(soldOut, "nothing to buy where nothing is left").not.toContain("Buy Now");
  expect(linksOf(soldOut)).toEqual([["See details", "/product/a%2Fb"]]);
  expect(tagsWith(soldOut, "<a", "bg-action"), "and no button of the first rank").toEqual([]);
});

test("[S11.2] a text in another language than the page's is marked, in a list and on a product's page", () => {
  const at = new Date();
  const product = {
    id: "p",
    name: "सोना",
    pricePaise: 1_00,
    description: "<p>One</p>",
    descriptionLang: "en",
    image: "",
    claimHours: null,
    isSample: false,
  };
  const shown = { ...product, createdAt: at, updatedAt: at, available: 3 };
  const offer = (
    <ProductOffer
      product={shown}
      similar={[]}
      isForSale
      atOnceUpTo={5}
      isGuest
      asksEmail={false}
      canNotify={false}
      orderKey={null}
      answer={undefined}
    />
  );
  for (const html of [
    written(() => <ProductCard product={shown} label="सोना" isFirst={false} />, {}, "hi"),
    written(() => offer, {}, "hi"),
  ]) {
    expect(tagsWith(html, "<div", 'lang="en"', 'class="description')).toHaveLength(1);
    expect(html.match(/lang="/g), "nothing else").toHaveLength(1);
  }
  const inEnglish = { ...shown, nameLang: "hi", descriptionLang: undefined };
  const card = written(() => <ProductCard product={inEnglish} label="सोना" isFirst={false} />);
  expect(tagsWith(card, "<h2", 'lang="hi"')).toHaveLength(1);
});

test("[S11.1] in Hindi no English word is left on the pages, and Indian grouping and names stay", () => {
  const at = new Date();
  const product = {
    id: "p",
    name: "ID",
    pricePaise: 1_00_000_00,
    description: "",
    image: "",
    claimHours: null,
    isSample: false,
    createdAt: at,
    updatedAt: at,
  };
  const products = Array.from({ length: 3 }, (_, n) => ({ ...product, id: `p-${n}`, available: n * 1_000 }));
  const found = { products, total: 1_200, page: 2, pages: 60 };
  const pages = [
    Home,
    HowItWorks,
    NotFound,
    ContactThanks,
    () => <ContactForm first={{ name: "", email: "", message: "", key: "k" }} answer={undefined} />,
    () => (
      <ProductOffer
        product={{ ...product, available: 3 }}
        similar={[]}
        isForSale={false}
        atOnceUpTo={5}
        isGuest
        asksEmail
        canNotify
        orderKey={null}
        answer={undefined}
      />
    ),
    () => <ProductOrdered productId="p" requestCode="7" />,
    () => <ProductsFound found={found} search="ID" />,
    () => <ProductsFound found={found} search={null} />,
  ];
  for (const Page of pages) {
    const html = written(Page, { ...said, name: "शॉप" }, "hi", ["terms", "refunds"]).replaceAll(/<script[\s\S]*?<\/script>/g, "");
    const words = [wordsOf(html), ...[...html.matchAll(/ (?:aria-label|alt|title|placeholder)="([^"]*)"/g)].map(([, text]) => text)].join(
      "|",
    );
    expect(words).toMatch(/[\u0900-\u097F]/);
    expect(words.replaceAll(/\b(ID|REQ|MB|Amazon|JavaScript)\b/g, "")).not.toMatch(/[A-Za-z]{2}/);
  }
  expect(wordsOf(written(() => <ProductsFound found={found} search={null} />, {}, "hi"))).toContain("1,200 प्रोडक्ट, 60 में से पेज 2");
});
