import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { GIFT_CARD_CODE_MAX_LENGTH } from "#shop/constants.ts";
import { catalogueOf, languages } from "./languages.ts";

const requirements = readFileSync("docs/requirements.md", "utf8");

/** A row of the requirements, without its number. */
function row(number: string): string {
  const line = requirements.split("\n").find((line) => line.startsWith(`- ${number} `));
  if (!line) throw new Error(`no row ${number}`);
  return line.slice(`- ${number} `.length);
}

/** The exact sentences of a row, with placeholders in braces. */
const sentencesOf = (number: string) => [...row(number).matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);

/** Every English text. Placeholders are written as in the requirements. */
const texts = new Set(Object.values(catalogueOf("en")).flatMap((namespace) => Object.values<string>(namespace)));

/** The application's source without tests and comments. */
const sources = globSync("{shop,migration,web,api,server,platform}/**/*.{ts,tsx}")
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file: file.replaceAll("\\", "/"), text: withoutComments(readFileSync(file, "utf8")) }));

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}

const specified = [...sentencesOf("S8.1"), ...sentencesOf("S8.2")];

test("[S8.1] every error of the specification stands in the catalogue, to the letter", () => {
  expect(sentencesOf("S8.1")).toHaveLength(31);
  expect(sentencesOf("S8.1").filter((text) => !texts.has(text))).toEqual([]);
});

test("[S8.2] every success of the specification stands in the catalogue, to the letter", () => {
  expect(sentencesOf("S8.2")).toHaveLength(9);
  expect(sentencesOf("S8.2").filter((text) => !texts.has(text))).toEqual([]);
});

test("[S8.1] [S8.2] no sentence of the specification is written a second time", () => {
  const fixed = specified.map((text) => text.split(/\{\w+\}/).sort((one, other) => other.length - one.length)[0] ?? text);
  const twice = sources.flatMap(({ file, text }) =>
    fixed.filter((sentence) => text.includes(sentence.trim())).map((sentence) => `${file}: ${sentence}`),
  );
  expect(twice).toEqual([]);
});

test("[S9.1] a text that names the length of a gift card code names the one that is checked", () => {
  for (const language of languages) expect(catalogueOf(language).refusals.giftCardCodeInvalid).toContain(` ${GIFT_CARD_CODE_MAX_LENGTH} `);
});
