import type { ComponentType, ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub, Outlet } from "react-router";
import { describe, type Language, languages, textsIn } from "#messages/languages.ts";
import { indianClock } from "#shop/settings/shop-clock.ts";
import type { ShownSettings } from "#shop/settings/shop-settings.ts";
import { PageLanguage } from "#web/texts.tsx";
import { UiTextsOfPage } from "#web/ui/ui-texts.ts";

/** The languages that the root passes to every page. */
export const someLanguages = languages.map((code) => ({ code, ...describe(code) }));

/** Public settings with every address and link set. */
export function someSettings(overrides: Partial<ShownSettings> = {}): ShownSettings {
  return {
    name: "Night Mail",
    blurb: "IDs for the night train.",
    sinceYear: 2025,
    supportEmail: "help@shop.example",
    chatUrl: "https://chat.example/shop",
    messagingUrl: "https://message.example/shop",
    idCheckerUrl: "https://check.example/",
    grievanceName: "",
    grievanceContact: "",
    claimHours: 72,
    takesRequest: true,
    takesAmazon: true,
    takesUpi: false,
    takesRazorpay: false,
    takesStripe: false,
    logo: null,
    accent: null,
    changedAt: new Date("2026-01-01T00:00:00Z"),
    ...overrides,
  };
}

/**
 * The server-rendered HTML of a page at `path`, with the settings that the root passes to every
 * page.
 */
export function written(
  what: ReactNode | ComponentType,
  { path = "/", settings = someSettings(), language = "en" as Language } = {},
): string {
  const Component = typeof what === "function" ? what : () => what;
  const { pathname } = new URL(path, "http://shop");
  const Page = createRoutesStub([{ id: "root", path: "/", Component: Outlet, children: [{ path: pathname, Component }] }]);
  const loaderData = { root: { settings, clock: indianClock, languages: someLanguages } };
  return renderToStaticMarkup(
    <PageLanguage value={{ language }}>
      <UiTextsOfPage value={textsIn(language, "site")}>
        <Page initialEntries={[path]} hydrationData={{ loaderData }} />
      </UiTextsOfPage>
    </PageLanguage>,
  );
}

/** A page's text, with `|` between elements. */
export function wordsOf(html: string): string {
  return html
    .replace(/<(style|svg)[\s\S]*?<\/\1>/g, "")
    .replaceAll("<wbr/>", "")
    .replace(/<[^>]+>/g, "|")
    .replace(/\|+/g, "|")
    .replaceAll("&#x27;", "'");
}

/** A page's links in order: text and address. */
export function linksOf(html: string): [words: string, href: string][] {
  return [...html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)].map(([, href = "", inner = ""]) => [
    wordsOf(inner).replaceAll("|", " ").replace("(opens in a new tab)", "").trim(),
    href.replaceAll("&amp;", "&"),
  ]);
}

/** The opening tags of a page that contain all these parts. */
export function tagsWith(html: string, ...parts: string[]): string[] {
  return (html.match(/<[a-z][^>]*>/g) ?? []).filter((tag) => parts.every((part) => tag.includes(part)));
}
