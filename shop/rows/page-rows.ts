import { z } from "zod";
import { isCleanHtml } from "#shop/catalogue/allowed-html.ts";
import { PAGE_HTML_MAX_LENGTH, PAGE_TITLE_MAX_LENGTH } from "#shop/pages/constants.ts";
import { pageSlugs } from "#shop/pages/page.ts";
import { language, line, text, time, whole } from "./row-fields.ts";

const title = line(PAGE_TITLE_MAX_LENGTH).refine((value) => value === value.trim());

/** Sanitized HTML, which pages insert as it is. */
const html = text(PAGE_HTML_MAX_LENGTH).refine(isCleanHtml, "holds HTML that no form accepts");

/** A row of `pages.json`, by the rules of the page's form. [S10.14] */
export const PageRow = z
  .object({ slug: z.enum(pageSlugs), language, title, html, publishedAt: time.nullable(), updatedAt: time })
  .refine((page) => page.publishedAt === null || page.html !== "", { path: ["publishedAt"] });

/** A row of `terms-versions.json`. [S10.14] */
export const TermsVersionRow = z.object({
  number: whole(1),
  texts: z.record(language, z.object({ title, html })).refine((texts) => Object.keys(texts).length > 0),
  publishedAt: time,
  endedAt: time.nullable(),
});
