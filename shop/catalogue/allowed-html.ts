/** The formatting tags allowed in a description; they have no attributes. [S2.10] */
export const textTags = [
  "p",
  "br",
  "hr",
  "h3",
  "h4",
  "h5",
  "strong",
  "b",
  "em",
  "i",
  "u",
  "s",
  "small",
  "sub",
  "sup",
  "ul",
  "ol",
  "li",
  "blockquote",
];
export const LINK_PROTOCOLS = ["http:", "https:", "mailto:"];
export const PICTURE_PROTOCOLS = ["http:", "https:"];

/** The attributes that links and pictures may have. */
export const tagAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ["href", "rel", "target"],
  img: ["src", "alt", "loading", "referrerpolicy"],
};

const PIECE = /[^<>]+|<(\/?)([a-z0-9]+)((?: [a-z]+="[^"<>]*")*)( \/)?>/y;
const WITHOUT_END = new Set(["br", "hr", "img"]);
const LISTS = ["ul", "ol"];

/**
 * Normalizes an absolute URL the way a browser would; null if it is not absolute or has another
 * protocol.
 */
export function wholeAddress(text: string | undefined, protocols: readonly string[]): string | null {
  const url = URL.parse(text ?? "");
  return url && protocols.includes(url.protocol) ? url.href : null;
}

/**
 * Whether HTML is exactly in the form that `cleanHtml` writes, so that a page may insert it as it
 * is: only allowed tags and attributes, tags closed in order, and list items inside lists. [S2.10]
 */
export function isCleanHtml(html: string): boolean {
  const opened: string[] = [];
  PIECE.lastIndex = 0;
  while (PIECE.lastIndex < html.length) {
    const piece = PIECE.exec(html);
    if (!piece) return false;
    const [, slash, tag, attributes = ""] = piece;
    if (tag === undefined) continue;
    if (slash === "/") {
      if (opened.pop() !== tag || attributes !== "") return false;
      continue;
    }
    if (!isAllowed(tag, attributes) || (tag === "li" && !opened.some((outer) => LISTS.includes(outer)))) return false;
    if (!WITHOUT_END.has(tag)) opened.push(tag);
  }
  return opened.length === 0;
}

function isAllowed(tag: string, text: string): boolean {
  const attributes = Array.from(text.matchAll(/ ([a-z]+)="([^"]*)"/g), ([, name = "", value = ""]) => [name, decoded(value)] as const);
  const names = Object.hasOwn(tagAttributes, tag) ? tagAttributes[tag] : undefined;
  if (!names) return textTags.includes(tag) && attributes.length === 0;
  if (attributes.some(([name]) => !names.includes(name))) return false;
  const { href, src } = Object.fromEntries(attributes);
  if (tag === "img") return wholeAddress(src, PICTURE_PROTOCOLS) !== null;
  return href === undefined || wholeAddress(href, LINK_PROTOCOLS) !== null;
}

function decoded(value: string): string {
  return value.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}
