import sanitizeHtml from "sanitize-html";
import { DESCRIPTION_MAX_LENGTH } from "#shop/constants.ts";
import { about, granted, type Result, refused } from "#shop/refusal.ts";
import type { DescriptionPreview } from "./description-preview.ts";

const TAGS = ["p", "br", "hr", "h3", "h4", "h5", "strong", "b", "em", "i", "u", "s", "small", "sub", "sup", "ul", "ol", "li", "blockquote"];
const NESTING_MAX = 20;
const LINK_PROTOCOLS = ["http:", "https:", "mailto:"];
const PICTURE_PROTOCOLS = ["http:", "https:"];

/** Cleans a description and refuses one that is too long afterwards. Run on write, so that what is stored can be shown as it is. [S2.10] */
export function readDescription(html: string): Result<string> {
  const clean = cleanHtml(html);
  return clean.length <= DESCRIPTION_MAX_LENGTH ? granted(clean) : about(refused("fieldTooLong", DESCRIPTION_MAX_LENGTH), "description");
}

/** A description as it will be shown, and what had to be taken out of it. Refuses what `readDescription` does. [S2.34] */
export function previewDescription(html: string): Result<DescriptionPreview> {
  const description = readDescription(html);
  return description.ok ? granted({ html: description.value, takenOut: takenOutOf(html) }) : description;
}

/**
 * Keeps the plain formatting of a piece of HTML, whole links and pictures from elsewhere, and nothing else: no script, handler, style, class or
 * id. Every tag is closed, and no list item stands outside a list, where it would end the one that the card is in. [S2.10]
 */
export function cleanHtml(html: string, onOpenTag: (name: string, attribs: sanitizeHtml.Attributes) => void = () => {}): string {
  let listDepth = 0;
  const isList = (name: string) => name === "ul" || name === "ol";

  return sanitizeHtml(html, {
    allowedTags: [...TAGS, "a", "img"],
    allowedAttributes: { a: ["href", "rel", "target"], img: ["src", "alt", "loading", "referrerpolicy"] },
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
const KNOWN_TAGS = new Set([...TAGS, "a", "img", "h1", "h2", "h6"]);
/** What may stand in a tag beside what is written anew. */
const KNOWN_ATTRIBUTES: Record<string, readonly string[]> = {
  a: ["href", "rel", "target"],
  img: ["src", "alt", "loading", "referrerpolicy"],
};

/** The names of the first tags and attributes that `cleanHtml` takes out; a picture without a whole address is one, and a link's address. */
function takenOutOf(html: string): string[] {
  const found = new Set<string>();
  cleanHtml(html, (name, attribs) => {
    if (!KNOWN_TAGS.has(name) || (name === "img" && !wholeAddress(attribs.src, PICTURE_PROTOCOLS))) return void found.add(`<${name}>`);
    if (name === "a" && attribs.href !== undefined && !wholeAddress(attribs.href, LINK_PROTOCOLS)) found.add("href");
    for (const attribute of Object.keys(attribs)) if (!KNOWN_ATTRIBUTES[name]?.includes(attribute)) found.add(attribute);
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

/** An address as a browser would read it, when it is whole and of one of these protocols. */
function wholeAddress(text: string | undefined, protocols: readonly string[]): string | null {
  const url = URL.parse(text ?? "");
  return url && protocols.includes(url.protocol) ? url.href : null;
}
