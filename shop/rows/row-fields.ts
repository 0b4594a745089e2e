import { z } from "zod";
import { EMAIL_MAX_LENGTH, LINK_MAX_LENGTH } from "#shop/constants.ts";
import { isStorable } from "#shop/parse.ts";
import { isStoredText } from "#shop/stored-text.ts";
import { OLD_AMOUNT_MAX_PAISE, OLD_TEXT_MAX_LENGTH, ROW_NUMBER_MAX } from "./constants.ts";
import type { ColumnType, ExportedValue } from "./exported-column.ts";

/** Times within the years that pages, sums and searches can show. */
const TIME = /^(?:19[7-9]\d|[2-9]\d{3})-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/;

/** Text, possibly of several lines. */
export const text = (max = OLD_TEXT_MAX_LENGTH) => z.string().max(max).refine(isStorable);

/** A single line that is not blank. */
export const line = (max: number) => text(max).refine((value) => value.trim() !== "" && !/[\r\n]/.test(value));

/** A text that the shop stored by its key, or a sentence of an earlier version. */
export const storedText = text().refine(isStoredText);

/** The id of a row. */
export const key = z.string().regex(/^[\w-]{1,128}$/);

/** An email address. */
export const email = z.string().max(EMAIL_MAX_LENGTH).pipe(z.email());

/** An http or https URL; `javascript:` and other schemes are refused. */
export const webAddress = (max = LINK_MAX_LENGTH) =>
  text(max).refine((value) => /^https?:\/\//i.test(value) && URL.canParse(value), "is no web address");

/** Something by language, at least in one. */
export const byLanguage = (value: z.ZodType) =>
  z.record(z.string().regex(/^[a-z]{2}$/), value).refine((values) => Object.keys(values).length > 0);

/** A SHA-256 hash or keyed fingerprint in hexadecimal. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/);

// Passed through unchanged: `z.record` would copy it and drop keys such as `__proto__`.
const object = z.custom<ExportedValue>((value) => typeof value === "object" && value !== null && !Array.isArray(value));

const count = z.int().min(0).max(ROW_NUMBER_MAX);

/** What a value of each type can be, for columns without a rule of their own. */
export const fieldOfType: Readonly<Record<ColumnType, z.ZodType>> = {
  text: text(),
  number: count,
  paise: z.int().min(0).max(OLD_AMOUNT_MAX_PAISE),
  "yes or no": z.boolean(),
  time: z.string().refine((value) => TIME.test(value) && !Number.isNaN(Date.parse(value))),
  list: z.array(count),
  object,
  hex: hash,
  "list of hex": z.array(hash),
  "list of text": z.array(text()),
  "list of objects": z.array(object),
};
