import { z } from "zod";
import { EMAIL_MAX_LENGTH, LINK_MAX_LENGTH } from "#shop/constants.ts";
import { isStorable } from "#shop/parse.ts";
import { isStoredText } from "#shop/stored-text.ts";
import { ROW_NUMBER_MAX, WHOLE_NUMBER_MAX } from "./constants.ts";

/** Times within the years that pages, sums and searches can show. */
const TIME = /^(?:19[7-9]\d|[2-9]\d{3})-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/;

/** Text, possibly of several lines. */
export const text = (max: number) => z.string().max(max).refine(isStorable);

/** A name as forms accept it: not blank. */
export const name = (max: number) => text(max).refine((value) => value.trim() !== "");

/** A single line that is not blank. */
export const line = (max: number) => text(max).refine((value) => value.trim() !== "" && !/[\r\n]/.test(value));

/** A text that the shop stored by its key, or a sentence of an earlier version. */
export const storedText = (max: number) => text(max).refine(isStoredText);

/** A row's primary key, or a reference to one. */
export const key = z.string().regex(/^[\w-]{1,128}$/);

/** An account's ID; in the old shop it may contain any characters. */
export const accountKey = text(128).min(1);

/** The actor of an action: an account, an API key or the command line. */
export const actor = text(254).min(1);

/** A row number, low enough to leave room for later rows. */
export const rowNumber = z.int().min(1).max(ROW_NUMBER_MAX);

/** An integer that fits into a database column. */
export const whole = (min = 0, max = WHOLE_NUMBER_MAX) => z.int().min(min).max(max);

/** An existing time in ISO 8601 and UTC, with a four-digit year. */
export const time = z.string().refine((value) => TIME.test(value) && !Number.isNaN(Date.parse(value)));

/** An email address. */
export const email = z.string().max(EMAIL_MAX_LENGTH).pipe(z.email());

/** The code of a language. */
export const language = z.string().regex(/^[a-z]{2}$/);

/** Texts in other languages by language, each with at least one text and none of them empty. */
export const translationsOf = (fields: Record<string, z.ZodType>) =>
  z.record(
    language,
    z.strictObject(fields).refine((texts) => Object.keys(texts).length > 0),
  );

/** An http or https URL; `javascript:` and other schemes are refused. */
export const webAddress = (max = LINK_MAX_LENGTH) =>
  text(max).refine((value) => /^https?:\/\//i.test(value) && URL.canParse(value), "is no web address");

/** A bank's reference of a UPI payment. [S10.12] */
export const utr = z.string().regex(/^\d{12}$/);

/** A SHA-256 hash or keyed fingerprint in hexadecimal. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/);
