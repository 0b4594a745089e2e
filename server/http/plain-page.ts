import type { KeyedText } from "#messages/keyed-text.ts";
import { describe, type Language } from "#messages/languages.ts";
import { sentenceIn } from "#messages/sentence-in.ts";
import { escapeContent } from "#shop/escape-markup.ts";
import { textOf } from "#shop/refusal.ts";

/**
 * The shop's colours: this page has no style sheet, and its policy allows only style attributes.
 */
const look = {
  body:
    "margin: 0; font: 1rem/1.5 system-ui, sans-serif; background: light-dark(oklch(0.972 0.007 85), oklch(0.185 0.028 266)); " +
    "color: light-dark(oklch(0.245 0.048 266), oklch(0.955 0.008 266))",
  main: "box-sizing: border-box; max-width: 34rem; margin: 0 auto; padding: 20vh 1rem 2rem; text-align: center",
  sentence: "margin: 0 0 1.5rem; font-size: 1.5rem; line-height: 1.25; text-wrap: balance; overflow-wrap: anywhere",
  again:
    "display: inline-block; padding: 0.625rem 1.25rem; border-radius: 0.625rem; font-weight: 600; text-decoration: none; " +
    "background: light-dark(oklch(0.485 0.2 264), oklch(0.735 0.13 258)); color: light-dark(white, oklch(0.19 0.05 266))",
};

/**
 * A page with one sentence, for failures before a real page can be rendered. A failure shows its
 * incident number and suggests trying again.
 */
export function plainPage(language: Language, text: KeyedText, incident?: string): string {
  const sentence = sentenceIn(language, text);
  return `<!doctype html>
<html lang="${describe(language).locale}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${escapeContent(sentence)}</title>
</head>
<body style="${look.body}">
<main style="${look.main}"><div role="alert"><h1 style="${look.sentence}">${escapeContent(sentence)}</h1></div>${incident ? afterFailure(language, incident, sentence.includes(incident)) : ""}</main>
</body>
</html>
`;
}

function afterFailure(language: Language, incident: string, isSaid: boolean): string {
  const number = isSaid ? "" : `<p>${escapeContent(sentenceIn(language, textOf("ifItGoesOn", { incident })))}</p>`;
  return `<p><a href="" style="${look.again}">${escapeContent(sentenceIn(language, textOf("tryAgain")))}</a></p>${number}`;
}
