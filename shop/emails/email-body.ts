import { escapeMarkup } from "#shop/escape-markup.ts";

/**
 * A part of an email's body. Links begin with the shop's own address; everything else is treated as
 * plain text, even if a visitor wrote it. `lang` is the language of a quote that is not in the
 * email's.
 */
export type EmailPart =
  | { says: string }
  | { link: string; label: string }
  | { facts: (readonly [name: string, value: string])[] }
  | { ids: string[] }
  | { quote: string; lang?: string | undefined };

/**
 * An email, ready to be sent or shown. `senderName` is the shop's name in the email's language,
 * `locale` the language it is written in, such as `hi-IN`.
 */
export type Email = { senderName: string; subject: string; text: string; html: string; locale: string };

const SUBJECT_MAX_LENGTH = 200;

/** The owner's logo, as an absolute URL, and the colour of buttons, `#rrggbb`. Null: none, and the shop's own. [S12.12] */
export type EmailLook = { logo: string | null; accent: string | null };

type Written = { subject: string; parts: EmailPart[]; shopName: string; look: EmailLook; locale: string };

/** Renders an email as text and as HTML. No part can inject markup or a header. */
export function writeEmail({ subject, parts, shopName, look, locale }: Written): Email {
  const line = oneLine(subject).slice(0, SUBJECT_MAX_LENGTH);
  return {
    senderName: shopName,
    subject: line,
    text: `${[...parts.map(asText), `-- \n${oneLine(shopName)}`].join("\n\n")}\n`,
    html: page(line, parts.map((part) => asHtml(part, look)).join("\n"), { shopName: oneLine(shopName), look, locale }),
    locale,
  };
}

/** Collapses a text to one line, without control characters or bidirectional formatting. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "")
    .trim();
}

/**
 * Keeps an ID as it is, including spaces and tabs. IDs in stock contain none of the characters
 * removed here; this protects the email's format in case one ever does.
 */
function exactly(id: string): string {
  return id.replace(/[^\t\P{Cc}]|[\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "");
}

function asText(part: EmailPart): string {
  if ("says" in part) return oneLine(part.says);
  if ("link" in part) return `${part.label}:\n${part.link}`;
  if ("facts" in part) return part.facts.map(([name, value]) => `${name}: ${oneLine(value)}`).join("\n");
  if ("ids" in part) return part.ids.map(exactly).join("\n");
  return linesOf(part.quote)
    .map((line) => `> ${line}`)
    .join("\n");
}

function asHtml(part: EmailPart, look: EmailLook): string {
  if ("says" in part) return `<p style="margin:0 0 16px">${escapeMarkup(oneLine(part.says))}</p>`;
  if ("link" in part) return button(part.link, part.label, look.accent ?? "#1f3fa8");
  if ("facts" in part)
    return `<table role="presentation" style="margin:0 0 16px;border-collapse:collapse">${part.facts.map(row).join("")}</table>`;
  if ("ids" in part)
    return `<pre translate="no" style="margin:0 0 16px;padding:12px;background:#f2f4f8;border-radius:8px;font-family:monospace;white-space:pre-wrap;overflow-wrap:anywhere">${part.ids.map((id) => escapeMarkup(exactly(id))).join("\n")}</pre>`;
  return `<blockquote${part.lang ? ` lang="${escapeMarkup(part.lang)}"` : ""} style="margin:0 0 16px;padding-left:12px;border-left:3px solid #c4cad8">${linesOf(part.quote).map(escapeMarkup).join("<br>")}</blockquote>`;
}

function row([name, value]: readonly [string, string]): string {
  return `<tr><td style="padding:2px 16px 2px 0;color:#5a6478">${escapeMarkup(name)}</td><td style="padding:2px 0;font-weight:600;overflow-wrap:anywhere">${escapeMarkup(oneLine(value))}</td></tr>`;
}

function button(link: string, label: string, colour: string): string {
  const address = escapeMarkup(link);
  return `<p style="margin:0 0 8px"><a href="${address}" style="display:inline-block;padding:12px 20px;background:${colour};color:#ffffff;border-radius:8px;font-weight:600;text-decoration:none">${escapeMarkup(label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#5a6478;overflow-wrap:anywhere">${address}</p>`;
}

function page(title: string, body: string, { shopName, look, locale }: Pick<Written, "shopName" | "look" | "locale">): string {
  const name = escapeMarkup(shopName);
  const logo = look.logo
    ? `<p style="margin:0 0 16px"><img src="${escapeMarkup(look.logo)}" alt="${name}" width="48" height="48" style="border-radius:10px"></p>\n`
    : "";
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeMarkup(title)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#141a2b;font:16px/1.5 system-ui,sans-serif"><div style="max-width:560px;margin:0 auto">
${logo}<h1 style="margin:0 0 16px;font-size:20px">${escapeMarkup(title)}</h1>
${body}
<p style="margin:24px 0 0;padding-top:12px;border-top:1px solid #c4cad8;font-size:13px;color:#5a6478">${name}</p>
</div></body></html>
`;
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/).map(oneLine);
}
