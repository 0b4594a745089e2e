import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as constants from "./constants.ts";

const requirements = readFileSync("docs/requirements.md", "utf8");

/** A row of the requirements, without its number. */
function row(number: string): string {
  const line = requirements.split("\n").find((line) => line.startsWith(`- ${number} `));
  if (!line) throw new Error(`no row ${number}`);
  return line.slice(`- ${number} `.length);
}

/** The application's source without tests and comments. */
const sources = globSync("{shop,migration,web,api,server,platform}/**/*.{ts,tsx}")
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file: file.replaceAll("\\", "/"), text: withoutComments(readFileSync(file, "utf8")) }));

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}

/** The numbers of a row, in order. */
const numbersOf = (number: string) => [...row(number).matchAll(/\b\d+(\.\d+)?(?= |\)|\.$)/g)].map(([text]) => Number(text));
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

test("[S9.1] the numbers of texts and timers are the specification's", () => {
  expect(numbersOf("S9.1")).toEqual([14, 5_000, 2, 1, 3, 1.5]);
  expect([
    constants.GIFT_CARD_CODE_MAX_LENGTH,
    constants.TESTIMONIAL_ROTATION_MS,
    constants.COPIED_INDICATOR_MS,
    constants.COPIED_SINGLE_INDICATOR_MS,
    constants.PRODUCT_ADDED_MESSAGE_MS,
    constants.EDIT_REDIRECT_MS,
  ]).toEqual([14, 5_000, 2 * SECOND, SECOND, 3 * SECOND, 1.5 * SECOND]);
});

test("[S9.2] ids are shown as long as the specification says", () => {
  expect(numbersOf("S9.2")).toEqual([8, 6]);
  expect([constants.REQUEST_ID_SHOWN_LENGTH, constants.USER_ID_SHOWN_LENGTH]).toEqual([8, 6]);
});

test("[S9.4] the times of sessions, requests and storage are the specification's", () => {
  expect(numbersOf("S9.4")).toEqual([5, 30, 16, 30, 60, 10, 2]);
  expect([
    constants.SESSION_RENEWAL_MS,
    constants.SESSION_RENEWAL_BACKOFF_MIN_MS,
    constants.SESSION_RENEWAL_BACKOFF_MAX_MS,
    constants.AUTH_TIMEOUT_MS,
    constants.AUTH_TIMEOUT_MOBILE_MS,
    constants.UPLOAD_RETRY_MS,
    constants.STORAGE_RETRY_MS,
  ]).toEqual([5 * MINUTE, 30 * SECOND, 16 * MINUTE, 30 * SECOND, 60 * SECOND, 10 * MINUTE, 2 * MINUTE]);
});

test("[S9.5] a constant stands in one file and is used elsewhere, never written again", () => {
  const isConstants = ({ file }: { file: string }) => file.endsWith("/constants.ts");
  const others = sources.filter((source) => !isConstants(source));
  const names = sources.filter(isConstants).flatMap(({ text }) => [...text.matchAll(/^export const (\w+)/gm)].map(([, name = ""]) => name));
  expect(names).toEqual(expect.arrayContaining(Object.keys(constants)));
  expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([]);
  expect(names.filter((name) => !others.some(({ text }) => new RegExp(`\\b${name}\\b`).test(text)))).toEqual([]);

  const redeclared = new RegExp(`\\b(const|let) (${names.join("|")})\\b`);
  expect(others.filter(({ text }) => redeclared.test(text)).map(({ file }) => file)).toEqual([]);
  const timed = /\b(forMs|stayMs)(=\{|: )\d/;
  expect(others.filter(({ text }) => timed.test(text)).map(({ file }) => file)).toEqual([]);
});
