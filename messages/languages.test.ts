import { globSync, readFileSync } from "node:fs";
import compile from "icu-minify/compile";
import { expect, test } from "vitest";
import { settingNames } from "#shop/settings/settings-list.ts";
import { catalogueOf, compiledTexts, describe, type Language, languageOf, languageOfWriting, languages, textsIn } from "./languages.ts";
import { type Namespace, textsOf } from "./texts.ts";

const namespaces = Object.keys(catalogueOf("en")) as Namespace[];
const others = languages.filter((language) => language !== "en");

/** How the compiler notes the `#` of a plural. */
const HASH = 0;

/** What a text leaves open: its placeholders and tags, and how each is filled in. */
function openIn(text: string): string[] {
  const open = new Set<string>();
  const walkAll = (parts: unknown): void => {
    if (Array.isArray(parts)) for (const part of parts) walk(part);
  };
  const walk = (part: unknown): void => {
    if (!Array.isArray(part)) return;
    const [name, kind, options] = part as unknown[];
    if (part.length === 1 || (typeof kind === "number" && kind !== HASH)) {
      open.add(`${name} ${kind ?? ""}`);
      if (typeof options === "object") for (const branch of Object.values(options ?? {})) walkAll(branch);
      return;
    }
    open.add(`<${name}>`);
    walkAll(part.slice(1));
  };
  walkAll(compile(text));
  return [...open].sort();
}

test("a text that several namespaces show is written once, among the common ones", () => {
  const written = (language: Language, namespace: Namespace) => Object.entries(catalogueOf(language)[namespace]);
  const texts = namespaces.flatMap((namespace) =>
    written("en", namespace).map(([key, english], at) => ({
      key: `${namespace}.${key}`,
      english,
      hindi: written("hi", namespace)[at]?.[1],
    })),
  );
  const source = readFileSync("messages/en.ts", "utf8");
  const once = new Set<string>([...source.matchAll(/^const \w+ =\s*("(?:[^"\\]|\\.)*");/gm)].map(([, text = ""]) => JSON.parse(text)));
  const alike = Map.groupBy(texts, ({ english, hindi }) => `${english} ${hindi}`).values();

  expect([...alike].filter(([first, second]) => second && !once.has(first?.english ?? "")).flat()).toEqual([]);
});

test("[S11.4] every language has every text, and none is empty", () => {
  expect(others.length).toBeGreaterThan(0);
  for (const language of languages) {
    for (const namespace of namespaces) {
      const texts = catalogueOf(language)[namespace];
      expect(Object.keys(texts).sort(), `${language} ${namespace}`).toEqual(Object.keys(catalogueOf("en")[namespace]).sort());
      for (const [key, text] of Object.entries(texts)) expect(text.trim(), `${language} ${namespace}.${key}`).not.toBe("");
    }
  }
});

test("[S11.4] the texts of a key have the same placeholders and tags in every language", () => {
  for (const language of others) {
    for (const namespace of namespaces) {
      for (const [key, text] of Object.entries<string>(catalogueOf("en")[namespace])) {
        const translated: string = catalogueOf(language)[namespace][key as never];
        expect(openIn(translated), `${language} ${namespace}.${key}`).toEqual(openIn(text));
      }
    }
  }
});

test("[S11.4] what a text leaves open is found, also inside plurals and tags", () => {
  expect(openIn("plain")).toEqual([]);
  expect(openIn("{name} has {n, plural, one {# ID of {owner}} other {# IDs}}, see <a>all {x}</a>")).toEqual(
    ["<a>", "n 2", "name ", "owner ", "x "].sort(),
  );
  expect(openIn("{n, plural, one {Your # ID} other {Your # IDs}}")).toEqual(["n 2"]);
});

test("[S11.4] no text is unused: its key stands in a source", () => {
  const files = globSync("{web,server,api,shop,migration,platform}/**/*.{ts,tsx}").filter((file) => !/\.test\./.test(file));
  const words = files.flatMap((file) => [...readFileSync(file, "utf8").matchAll(/"(\w+)(?=")/g)].map(([, word]) => word));
  const used = new Set([...words, ...TEXTS_OF_LANGUAGE, ...NAMES_OF_SETTINGS]);
  const unused = namespaces.flatMap((namespace) => Object.keys(catalogueOf("en")[namespace]).filter((key) => !used.has(key)));
  expect(unused).toEqual([]);
});

test("[S10.1] no text points at a file of the source", () => {
  for (const language of languages)
    expect(JSON.stringify(catalogueOf(language)).match(/[\w/-]+\.(?:md|tsx?|mjs|sql)\b/g) ?? [], language).toEqual([]);
});

test("[S11.2] a text of a page names a product by a tag, so that the name's language can be marked", () => {
  const ofPages = namespaces.filter((namespace) => !["emails", "bot", "refusals"].includes(namespace));
  const unmarked = ofPages.flatMap((namespace) =>
    Object.entries<string>(catalogueOf("en")[namespace]).flatMap(([key, text]) =>
      /\{product\}/.test(text) ? [`${namespace}.${key}`] : [],
    ),
  );
  // Names of links and fields, whose language cannot be marked.
  expect(unmarked).toEqual(["products.seeDetailsOf", "products.buyNowOf"]);
});

/** Facts about the language itself, read by their property. */
const TEXTS_OF_LANGUAGE = ["locale", "name"];

/** The activity names a setting by a text that is called like it. */
const NAMES_OF_SETTINGS = settingNames.map((name) => `field${name.slice(0, 1).toUpperCase()}${name.slice(1)}`);

type Fill = (key: string, values?: object) => string;

test("[S11.1] two languages are filled in side by side, with each one's plurals and the Indian grouping", () => {
  const compiled = { ids: compile("{count, plural, one {# ID} other {# IDs}}") };
  const [english, hindi] = ["en-IN", "hi-IN"].map((locale) => textsOf<never>(locale, compiled) as unknown as Fill);
  expect([0, 1, 1_23_456].map((count) => english?.("ids", { count }))).toEqual(["0 IDs", "1 ID", "1,23,456 IDs"]);
  // In Hindi, 0 is singular.
  expect([0, 1, 1_23_456].map((count) => hindi?.("ids", { count }))).toEqual(["0 ID", "1 ID", "1,23,456 IDs"]);
  expect(textsIn("en", "site")("home")).toBe("Home");
  expect(textsIn("hi", "site")("home")).toBe("होम");
});

test("[S11.1] the language of what somebody wrote is known by its script", () => {
  expect(["नमस्ते, मेरा ऑर्डर?", "Mera order कहाँ hai?", "Where is it?", "", "வணக்கம்"].map(languageOfWriting)).toEqual([
    "hi",
    "hi",
    "en",
    "en",
    "en",
  ]);
});

test("a page carries texts as plain JSON, and a missing text is empty instead of its key", () => {
  for (const language of languages) {
    for (const namespace of namespaces) {
      const sent = JSON.parse(JSON.stringify(compiledTexts(language, namespace)));
      const [key = "", text = ""] = Object.entries(sent)[0] ?? [];
      if (typeof text === "string") expect((textsOf<never>(describe(language).locale, sent) as unknown as Fill)(key)).toBe(text);
    }
  }
  expect(textsOf<"site">("en-IN", {})("home")).toBe("");
});

test("[S11.1] a language is known by its code, in capitals and with a country too", () => {
  expect(["hi", "HI", "hi-IN", "hi_IN", "EN-gb"].map(languageOf)).toEqual(["hi", "hi", "hi", "hi", "en"]);
  expect(["", "hindi", "ta-IN", "-hi", null, undefined].map(languageOf)).toEqual([null, null, null, null, null, null]);
});
