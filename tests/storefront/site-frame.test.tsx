import { expect, test } from "vitest";
import type { PageSlug } from "#shop/pages/page.ts";
import type { ShownSettings } from "#shop/settings/shop-settings.ts";
import { linksOf, someLanguages, someSettings, tagsWith, wordsOf, written } from "#tests/support/web/render.tsx";
import { SiteFooter } from "#web/parts/site/site-footer.tsx";
import { type SignedIn, SiteHeader } from "#web/parts/site/site-header.tsx";

const asha: SignedIn = { kind: "customer", name: "Asha", email: "asha@example.com" };

/** The navigation in the header, without the shop's logo before it. */
function navigation(signedIn: SignedIn, settings: Partial<ShownSettings> = {}): string {
  const html = written(<SiteHeader settings={someSettings(settings)} signedIn={signedIn} languages={someLanguages} />);
  return /<nav[\s\S]*<\/nav>/.exec(html)?.[0] ?? "";
}
const footer = (settings: Partial<ShownSettings> = {}, pages: PageSlug[] = []) =>
  written(<SiteFooter settings={someSettings(settings)} year={2031} theme={null} languages={someLanguages} pages={pages} />);

/** A part of the footer, by its heading. */
const column = (html: string, title: string) => html.split(`>${title}</h2>`)[1]?.split("</nav>")[0] ?? "";

const shared = [
  ["Home", "/"],
  ["Products", "/products"],
  ["My orders", "/my-orders"],
  ["Chat", "https://chat.example/shop"],
  ["Messaging", "https://message.example/shop"],
  ["ID Checker", "https://check.example/"],
  ["हिन्दी", "/?lang=hi"],
];

test("[S2.1] [S2.3] [S12.1] a guest's navigation: Home, Products, My orders, chat, messaging, ID Checker, Login and Sign Up", () => {
  expect(linksOf(navigation(null))).toEqual([...shared, ["Login", "/login"], ["Sign Up", "/signup"]]);
  expect(wordsOf(navigation(null))).not.toContain("Logout");
});

test("[S2.1] [S2.2] a signed-in visitor finds My Account and Logout instead", () => {
  const html = navigation(asha);
  expect(linksOf(html)).toEqual([...shared, ["My Account", "/account"]]);
  const [form = ""] = /<form[\s\S]*?<\/form>/.exec(html) ?? [];
  expect(tagsWith(form, "<form", 'action="/logout"', 'method="post"')).toHaveLength(1);
  expect(tagsWith(form, "<button", 'type="submit"')).toHaveLength(1);
  expect(wordsOf(form)).toBe("|Logout|");
});

test("[S2.1] [S1.8] external links open in a new tab that learns nothing of this one; an unset one is not there", () => {
  for (const html of [navigation(null), footer()]) {
    const external = tagsWith(html, 'href="https://');
    expect(external.length).toBeGreaterThanOrEqual(3);
    for (const tag of external) expect(tag).toMatch(/target="_blank" rel="noopener noreferrer"/);
  }
  const unset = { chatUrl: null, messagingUrl: null, idCheckerUrl: null };
  expect(navigation(null, unset) + footer(unset)).not.toContain("https://");
});

test("[S2.4] the browser announces whether the menu is open, in each state of its button", () => {
  const html = written(<SiteHeader settings={someSettings()} signedIn={null} languages={someLanguages} />);
  const buttons = ["Menu", "Close menu"].flatMap((name) => tagsWith(html, "<button", `aria-label="${name}"`));
  expect(buttons).toHaveLength(2);
  for (const tag of buttons) {
    expect(tag).toContain('popoverTarget="site-menu"');
    expect(tag).not.toContain("aria-expanded");
  }
});

test("[S1.3] [S2.5] the footer has the blurb, since when the shop runs, and the copyright of the current year", () => {
  expect(wordsOf(footer())).toContain("IDs for the night train.");
  expect(wordsOf(footer())).toContain("since 2025");
  expect(wordsOf(footer({ sinceYear: 2019 }))).toContain("since 2019");
  expect(wordsOf(footer())).toContain("© 2031 Night Mail");
});

test("[S2.5] Quick Links lead to the products, messaging and chat", () => {
  const links = linksOf(column(footer(), "Quick Links"));
  for (const link of [shared[1], shared[3], shared[4]]) expect(links).toContainEqual(link);
});

test("[S1.3] [S2.5] Contact Us has the support address, messaging and chat", () => {
  const links = linksOf(column(footer(), "Contact Us"));
  for (const link of [["help@shop.example", "mailto:help@shop.example"], shared[3], shared[4]]) expect(links).toContainEqual(link);
  expect(footer({ supportEmail: null })).not.toContain("mailto:");
});

test("[S10.14] the footer links to the published pages alone", () => {
  expect(wordsOf(footer())).not.toContain("Terms");
  const [, links = ""] = footer({}, ["terms", "about"]).split('aria-label="Terms and privacy"');
  expect(linksOf(links.split("</nav>")[0] ?? "")).toEqual([
    ["Terms", "/terms"],
    ["About", "/about"],
  ]);
});
