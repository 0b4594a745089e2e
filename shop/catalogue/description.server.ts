import sanitizeHtml from "sanitize-html";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { type Translations, withoutEmpty } from "#shop/translations.ts";
import { LINK_PROTOCOLS, PICTURE_PROTOCOLS, tagAttributes, textTags, wholeAddress } from "./allowed-html.ts";
import { DESCRIPTION_MAX_LENGTH } from "./constants.ts";
import type { ProductText } from "./product.ts";

const NESTING_MAX = 20;

/**
 * Sanitizes a description before it is stored, so that pages can insert the stored HTML. Refuses
 * `fieldTooLong` if the result is too long. [S2.10]
 */
export function readDescription(html: string): Result<string> {
  const clean = cleanHtml(html);
  return clean.length <= DESCRIPTION_MAX_LENGTH ? ok(clean) : about(refused("fieldTooLong", { n: DESCRIPTION_MAX_LENGTH }), "description");
}

/**
 * A description as it will be shown, with the names of the tags and attributes that were removed.
 * [S2.34]
 */
export type DescriptionPreview = { html: string; takenOut: string[] };

/**
 * Returns a description as it will be shown, and what had to be removed. Refuses what
 * `readDescription` does. [S2.34]
 */
export function previewDescription(html: string): Result<DescriptionPreview> {
  const description = readDescription(html);
  return description.ok ? ok({ html: description.value, takenOut: takenOutOf(html) }) : description;
}

type Descriptions = { description: string; translations?: Translations<ProductText> | undefined };

/**
 * Sanitizes the description of every language. Refuses what `readDescription` does, naming the
 * field, such as `translations.hi.description`. [S2.10] [S11.2]
 */
export function readDescriptions({ description, translations }: Descriptions): Result<Descriptions> {
  const main = readDescription(description);
  if (!main.ok) return main;
  if (!translations) return ok({ description: main.value });
  const cleaned: Translations<ProductText> = {};
  for (const [language, texts] of Object.entries(translations)) {
    const other = readDescription(texts.description ?? "");
    if (!other.ok) return about(other, `translations.${language}.description`);
    cleaned[language] = { ...texts, description: other.value };
  }
  return ok({ description: main.value, translations: withoutEmpty(cleaned) });
}

/**
 * Keeps plain formatting, absolute links and external pictures; removes everything else: scripts,
 * handlers, styles, classes, ids. Closes every tag and turns list items outside a list into
 * paragraphs, because they would end the list that contains the product's card. [S2.10]
 */
export function cleanHtml(html: string, onOpenTag: (name: string, attribs: sanitizeHtml.Attributes) => void = () => {}): string {
  let listDepth = 0;
  const isList = (name: string) => name === "ul" || name === "ol";

  return sanitizeHtml(html, {
    allowedTags: [...textTags, "a", "img"],
    allowedAttributes: { a: [...(tagAttributes.a ?? [])], img: [...(tagAttributes.img ?? [])] },
    allowedSchemes: ["http", "https", "mailto"],
    allowProtocolRelative: false,
    nestingLimit: NESTING_MAX,
    onOpenTag: (name, attribs) => {
      onOpenTag(name, attribs);
      if (isList(name)) listDepth += 1;
    },
    onCloseTag: (name) => {
      if (isList(name)) listDepth -= 1;
    },
    transformTags: {
      h1: "h3",
      h2: "h3",
      h6: "h5",
      li: (_, attribs) => ({ tagName: listDepth > 0 ? "li" : "p", attribs }),
      a: (_, { href }) => ({ tagName: "a", attribs: linkAttributes(href) }),
      img: (_, { src, alt }) => ({ tagName: "img", attribs: pictureAttributes(src, alt) }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === "img" && !attribs.src,
  }).trim();
}

const TAKEN_OUT_MAX = 10;
const NAME_MAX_LENGTH = 30;
const KNOWN_TAGS = new Set([...textTags, "a", "img", "h1", "h2", "h6"]);

/**
 * The first tags and attributes that `cleanHtml` removes, including pictures and links without an
 * absolute URL.
 */
function takenOutOf(html: string): string[] {
  const found = new Set<string>();
  cleanHtml(html, (name, attribs) => {
    if (!KNOWN_TAGS.has(name) || (name === "img" && !wholeAddress(attribs.src, PICTURE_PROTOCOLS))) return void found.add(`<${name}>`);
    if (name === "a" && attribs.href !== undefined && !wholeAddress(attribs.href, LINK_PROTOCOLS)) found.add("href");
    for (const attribute of Object.keys(attribs)) if (!tagAttributes[name]?.includes(attribute)) found.add(attribute);
  });
  return [...found].slice(0, TAKEN_OUT_MAX).map((name) => name.slice(0, NAME_MAX_LENGTH));
}

function linkAttributes(href: string | undefined): sanitizeHtml.Attributes {
  const address = wholeAddress(href, LINK_PROTOCOLS);
  return address ? { href: address, rel: "noopener noreferrer nofollow", target: "_blank" } : {};
}

function pictureAttributes(src: string | undefined, alt: string | undefined): sanitizeHtml.Attributes {
  const address = wholeAddress(src, PICTURE_PROTOCOLS);
  return address ? { src: address, alt: alt ?? "", loading: "lazy", referrerpolicy: "no-referrer" } : {};
}
